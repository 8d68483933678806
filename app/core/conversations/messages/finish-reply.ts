import type { ErrorCode } from '#app/contracts/errors.ts';
import type { FinalState, FinishReason } from '#app/contracts/generation.ts';
import { write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { writeSuggestions } from './suggestions.ts';

/** How a reply ended, as its message keeps it. */
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
  /** Pictures and videos that it is. */
  fileCount: number;
  /** What its service suggests to ask next. */
  suggestions: readonly string[];
}

/** Stores the end of a reply. A message that was deleted meanwhile stays deleted. */
export async function finishReply(tx: Tx, reply: FinishedReply): Promise<void> {
  // A stopped reply is whole as the person wanted it; one that failed or was interrupted is not.
  const unfinished = reply.state === 'failed' || reply.state === 'interrupted';
  await write(
    tx,
    `UPDATE messages SET text = ?, thinking = ?, tokens = ?, unfinished = ?, cancelled = ?, finish_reason = ?,
       error_code = ?, error_detail = ?, cost_micro = COALESCE(cost_micro, 0) + ?, file_count = ?,
       suggestions = ?, updated_at = NOW(3)
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

/** Moves conversations in which something was said to the top of their lists. */
export async function touchConversations(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, 'UPDATE conversations SET updated_at = NOW(3) WHERE id IN (?)', [[...new Set(ids)]]);
}
