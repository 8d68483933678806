import type { ErrorCode } from '#app/contracts/errors.ts';
import {
  isFinalState,
  type FinishReason,
  type GenerationState,
  type ReplyEnd,
} from '#app/contracts/generation.ts';
import { createBatcher } from '#app/core/platform/batcher.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** A reply as the database has it: the last checkpoint of a running one, everything of one that ended. */
export interface StoredReply {
  text: string;
  thinking: string;
  checkpointNumber: number;
  end: ReplyEnd | null;
}

interface StoredRow {
  id: string;
  target: string;
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
  const [row] = await selectStored(tx, [generationId]);
  return row && toStoredReply(tx, row);
}

/**
 * The same for a reader of a reply. Readers that hear nothing look again and again, all of them at the same moment:
 * what they ask for travels in one statement.
 */
export const lookAtStoredReply = createBatcher<string, StoredReply | undefined>({
  name: 'look',
  async run(generationIds) {
    try {
      const rows = await selectStored(AUTOCOMMIT, generationIds);
      const replies = await Promise.all(rows.map((row) => toStoredReply(AUTOCOMMIT, row)));
      const byId = new Map(rows.map(({ id }, index) => [id, replies[index]]));
      return generationIds.map((id) => ({ ok: true, value: byId.get(id) }));
    } catch (error) {
      // Nobody is repeated here: readers come again by themselves.
      return generationIds.map(() => ({ ok: false, error }));
    }
  },
});

function selectStored(tx: Tx, generationIds: string[]): Promise<StoredRow[]> {
  return selectRows(
    tx,
    `SELECT id, target, state, reply_message_id, text, thinking, checkpoint_number, finish_reason, error_code,
       error_detail, charged_micro
     FROM generations WHERE id IN (?)`,
    [generationIds],
  );
}

async function toStoredReply(tx: Tx, row: StoredRow): Promise<StoredReply> {
  const { state, checkpoint_number: checkpointNumber } = row;
  if (!isFinalState(state)) {
    return { text: row.text ?? '', thinking: row.thinking ?? '', checkpointNumber, end: null };
  }
  const id = row.reply_message_id;
  const stored = id === null ? undefined : await targetOf(row).storedText?.(tx, id);
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
