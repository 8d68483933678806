import type { ErrorCode } from '#app/contracts/errors.ts';
import {
  isFinalState,
  type FinishReason,
  type GenerationState,
  type ReplyEnd,
} from '#app/contracts/generation.ts';
import { readReplyText } from '#app/core/conversations/read-reply-text.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A reply as the database has it: the last checkpoint of a running one, everything of one that ended. */
export interface StoredReply {
  text: string;
  thinking: string;
  checkpointNumber: number;
  end: ReplyEnd | null;
}

interface StoredRow {
  state: GenerationState;
  reply_message_id: string | null;
  text: string | null;
  thinking: string | null;
  checkpoint_number: number;
  finish_reason: FinishReason | null;
  error_code: ErrorCode | null;
  error_detail: string | null;
  charged_micro: string | null;
}

/** @returns undefined for a generation that is not there. */
export async function readStoredReply(tx: Tx, generationId: string): Promise<StoredReply | undefined> {
  const row = await selectRow<StoredRow>(
    tx,
    `SELECT state, reply_message_id, text, thinking, checkpoint_number, finish_reason, error_code, error_detail, charged_micro
     FROM generations WHERE id = ?`,
    [generationId],
  );
  if (!row) return undefined;
  const { state, checkpoint_number: checkpointNumber } = row;
  if (!isFinalState(state)) {
    return { text: row.text ?? '', thinking: row.thinking ?? '', checkpointNumber, end: null };
  }
  const stored = row.reply_message_id ? await readReplyText(tx, row.reply_message_id) : undefined;
  return {
    text: stored?.text ?? '',
    thinking: stored?.thinking ?? '',
    checkpointNumber,
    end: {
      type: 'end',
      state,
      finishReason: row.finish_reason,
      errorCode: row.error_code,
      errorDetail: row.error_detail,
      costMicro: row.charged_micro ?? '0',
    },
  };
}
