import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/**
 * Ties what a model has made to the reply that it is, in the transaction that stores both: to none that was deleted
 * meanwhile. It goes with its conversation, unless something else has it by then.
 */
export async function attachMade(
  tx: Transaction,
  messageId: string,
  files: readonly Pick<FileRecord, 'id'>[],
): Promise<void> {
  for (const [place, { id }] of files.entries())
    await write(
      tx,
      `INSERT INTO message_files (message_id, place, file_id, user_id, conversation_id)
       SELECT id, ?, ?, user_id, conversation_id FROM messages WHERE id = ?`,
      [place, id, messageId],
    );
}
