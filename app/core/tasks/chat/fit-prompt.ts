import { AppError } from '#app/contracts/errors.ts';
import {
  countEach,
  countTokens,
  PER_MESSAGE,
  PER_PROMPT,
  type CountedFor,
} from '#app/core/catalogue/tokens/count-tokens.ts';
import { spreadText, type TextSpread } from '#app/core/catalogue/tokens/most-tokens.ts';
import { countBranch } from '#app/core/conversations/branches/count-branch.ts';
import { readAncestors, type Ancestor } from '#app/core/conversations/branches/read-ancestors.ts';
import type { Tx } from '#db/transaction.ts';

export interface Branch {
  conversationId: string | null;
  /** The message to read upwards from, or null for a new conversation. */
  fromId: string | null;
  /** True when that message is the one to be answered: it must be sent. */
  isAnswered: boolean;
}

/** A prompt that fits into the model's window. */
export interface FittedPrompt {
  tokens: number;
  /** What bounds the tokens of a tokenizer that is not at hand. */
  spread: TextSpread;
  /** How many turns it has. */
  turns: number;
  /** Of each of the texts that must be sent, without the margin of its tokenizer. */
  ownTokens: number[];
  /** The oldest message that is sent, or null when only the new text is. */
  oldestId: string | null;
  /** Messages of the branch that are older than what is sent. */
  omittedMessages: number;
}

/**
 * Chooses how much of a branch a prompt takes along: from its end upwards until the window is full. The
 * oldest turns are left out, and a prompt never begins with a reply.
 * @param own the texts that must be sent: the system prompt, the new message, the reply so far
 * @param room tokens that the window has for the prompt
 * @throws AppError context_length when what must be sent does not fit alone
 */
export async function fitPrompt(
  tx: Tx,
  { conversationId, fromId, isAnswered }: Branch,
  { own, room, tokenizer, ...counted }: { own: string[]; room: number; tokenizer: string } & CountedFor,
): Promise<FittedPrompt> {
  let tokens = PER_PROMPT;
  const ownTokens = await countEach(own, tokenizer, { ...counted, atMost: room });
  for (const count of ownTokens) tokens += PER_MESSAGE + count;
  if (tokens > room) throw tooLong(tokens, room);
  const spread = { letters: 0, others: 0 };
  for (const text of own) spreadText(text, spread);
  let turns = own.length;
  if (conversationId === null || fromId === null)
    return { tokens, ownTokens, spread, turns, oldestId: null, omittedMessages: 0 };
  let oldest: Ancestor | null = null;
  let oldestTokens = tokens;
  let isFull = false;
  for await (const message of readAncestors(tx, conversationId, fromId)) {
    tokens +=
      PER_MESSAGE +
      (message.tokens ?? (await countTokens(message.text, tokenizer, { ...counted, atMost: room })));
    isFull = tokens > room;
    if (isFull) break;
    spreadText(message.text, spread);
    turns += 1;
    if (!message.isCreatedByUser) continue;
    oldest = message;
    oldestTokens = tokens;
  }
  if (isFull && isAnswered && oldest === null) throw tooLong(tokens, room);
  const omittedMessages = isFull
    ? await countBranch(tx, conversationId, oldest ? oldest.parentId : fromId)
    : 0;
  return { tokens: oldestTokens, ownTokens, spread, turns, oldestId: oldest?.id ?? null, omittedMessages };
}

function tooLong(tokens: number, room: number): AppError {
  return new AppError('context_length', { param: 'text', params: { tokens, room } });
}
