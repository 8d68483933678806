import { AppError } from '#app/contracts/errors.ts';
import { countEach, countTokens, PER_MESSAGE, PER_PROMPT, type CountedFor } from '#app/core/catalogue/tokens/count-tokens.ts';
import { spreadText, type TextSpread } from '#app/core/catalogue/tokens/most-tokens.ts';
import { countBranch, readAncestors, type Ancestor } from '#app/core/conversations/ancestors.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { Tx } from '#db/transaction.ts';
import { createPromptMedia, type PromptMedia } from './prompt-media.ts';

export interface Branch {
  conversationId: string | null;
  /** The message to read upwards from, or null for a new conversation. */
  fromId: string | null;
  /** True when that message is the one to be answered: it must be sent. */
  isAnswered: boolean;
}

/** A prompt that fits into the model's window. */
export interface FittedPrompt {
  /** Of its words. */
  tokens: number;
  media: PromptMedia;
  /** Pictures and videos of the message that is answered. */
  askedFiles: readonly FileRecord[];
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

/** What bounds a prompt, and what it must hold. */
interface PromptBounds extends CountedFor {
  /** The texts that must be sent: the system prompt, the new message, the reply so far. */
  own: string[];
  /** Pictures and videos of the new message. */
  ownFiles: readonly FileRecord[];
  /** Tokens that the window has for the prompt, by the count of its tokenizer. */
  room: number;
  tokenizer: string;
  /** The factor of a count before it is compared with the window; pictures and videos need none. */
  margin: number;
  /** Tokens of a picture or a video; null for one that the model does not take. */
  weighFile: (file: FileRecord) => number | null;
}

/**
 * Chooses how much of a branch a prompt takes along: from its end upwards until the window is full. The
 * oldest turns are left out, and a prompt never begins with a reply.
 * @throws AppError context_length when what must be sent does not fit alone
 */
export async function fitPrompt(
  tx: Tx,
  { conversationId, fromId, isAnswered }: Branch,
  { own, ownFiles, room, tokenizer, margin, weighFile, ...counted }: PromptBounds,
): Promise<FittedPrompt> {
  let tokens = PER_PROMPT;
  const ownTokens = await countEach(own, tokenizer, { ...counted, atMost: room });
  for (const count of ownTokens) tokens += PER_MESSAGE + count;
  const media = createPromptMedia(weighFile);
  media.add(ownFiles, null);
  /** What of the window is taken, with the files of a further message. */
  const taken = (more: readonly FileRecord[]) =>
    tokens + (media.result().tokens + media.tokensOf(more)) / margin;
  if (taken([]) > room) throw tooLong(taken([]), room);
  const spread = { letters: 0, others: 0 };
  for (const text of own) spreadText(text, spread);
  let turns = own.length;
  let oldest: Ancestor | null = null;
  let oldestTokens = tokens;
  let omittedMessages = 0;
  let askedFiles = ownFiles;
  /** Files that the reply to the next older message is: they go along with that, or stay behind. */
  let made: readonly FileRecord[] = [];
  if (conversationId !== null && fromId !== null) {
    let isFull = false;
    for await (const message of readAncestors(tx, conversationId, fromId)) {
      if (isAnswered && message.id === fromId) askedFiles = message.files;
      tokens +=
        PER_MESSAGE +
        (message.tokens ?? (await countTokens(message.text, tokenizer, { ...counted, atMost: room })));
      const shown = [...made, ...message.files];
      isFull = taken(shown) > room;
      if (isFull) break;
      spreadText(message.text, spread);
      turns += 1;
      made = message.isCreatedByUser ? [] : shown;
      if (!message.isCreatedByUser) continue;
      media.add(shown, message.id);
      oldest = message;
      oldestTokens = tokens;
    }
    if (isFull && isAnswered && oldest === null) throw tooLong(tokens, room);
    if (isFull) omittedMessages = await countBranch(tx, conversationId, oldest?.parentId ?? fromId);
  }
  return {
    tokens: oldestTokens,
    media: media.result(),
    askedFiles,
    ownTokens,
    spread,
    turns,
    oldestId: oldest?.id ?? null,
    omittedMessages,
  };
}

function tooLong(tokens: number, room: number): AppError {
  return new AppError('context_length', { param: 'text', params: { tokens: Math.ceil(tokens), room } });
}
