import type { ErrorCode } from '#app/contracts/errors.ts';
import type { FinalState, FinishReason } from '#app/contracts/generation.ts';
import { selectRow, write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { TO_INDEX } from './search-state.ts';

/** The end of a reply, as it is stored in its message. */
export interface FinishedReply {
  messageId: string;
  state: FinalState;
  text: string;
  thinking: string;
  finishReason: FinishReason | null;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  /** Tokens of the text by our own count, so that later prompts need not count again. */
  tokens: number | null;
  chargedMicro: bigint;
  /** Number of images and videos that the reply consists of. */
  fileCount: number;
  /** Follow-up questions that its provider suggests. */
  suggestions: readonly string[];
}

const MAX_SUGGESTIONS = 5;

/** Max characters of a suggestion; a longer text is dropped, because cutting it could change its meaning. */
const MAX_LETTERS = 200;

/** Stores the end of a reply. A message that was deleted meanwhile stays deleted. */
export async function finishReply(tx: Tx, reply: FinishedReply): Promise<void> {
  // A stopped reply is complete, as the user wanted it; a failed or interrupted one is not.
  const unfinished = reply.state === 'failed' || reply.state === 'interrupted';
  await write(
    tx,
    `UPDATE messages SET text = ?, thinking = ?, tokens = ?, unfinished = ?, cancelled = ?, finish_reason = ?,
       error_code = ?, error_detail = ?, cost_micro = COALESCE(cost_micro, 0) + ?, file_count = ?,
       suggestions = ?, search_state = ${TO_INDEX}, updated_at = NOW(3)
     WHERE id = ?`,
    [
      reply.text,
      reply.thinking || null,
      reply.tokens,
      unfinished,
      reply.state === 'stopped',
      reply.finishReason,
      reply.errorCode,
      reply.errorDetail,
      reply.chargedMicro,
      reply.fileCount,
      writeSuggestions(reply.suggestions),
      reply.messageId,
    ],
  );
}

/** Moves conversations with new messages to the top of their lists. */
export async function touchConversations(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, 'UPDATE conversations SET updated_at = NOW(3) WHERE id IN (?)', [[...new Set(ids)]]);
}

/** Normalizes suggestions for storage: the first few, each on one line, without duplicates. */
export function fitSuggestions(texts: readonly string[]): string[] {
  const fitting = new Set<string>();
  for (const text of texts) {
    const line = text.length > 2 * MAX_LETTERS ? '' : text.replaceAll(/\s+/g, ' ').trim();
    if (line !== '' && line.length <= MAX_LETTERS) fitting.add(line);
    if (fitting.size === MAX_SUGGESTIONS) break;
  }
  return [...fitting];
}

/** Serializes suggestions for the message row; null for none. */
export function writeSuggestions(suggestions: readonly string[]): string | null {
  return suggestions.length === 0 ? null : JSON.stringify(suggestions);
}

/** Parses the result of `writeSuggestions`. */
export function readSuggestions(stored: string | null): string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}

/** The follow-up questions that the provider of a reply suggested; empty for a user's message. */
export async function suggestionsOf(tx: Tx, messageId: string): Promise<string[]> {
  const row = await selectRow<{ suggestions: string | null }>(
    tx,
    'SELECT suggestions FROM messages WHERE id = ?',
    [messageId],
  );
  return readSuggestions(row?.suggestions ?? null);
}

/** The stored text of a reply, or undefined if its message was deleted or is in the trash. */
export async function readReplyText(
  tx: Tx,
  messageId: string,
): Promise<{ text: string; thinking: string | null } | undefined> {
  return selectRow(
    tx,
    `SELECT m.text, m.thinking FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.id = ?`,
    [messageId],
  );
}
