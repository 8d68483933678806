import { keepFromExpiry } from '#app/core/files/records/expiry.ts';
import type { Prompt } from '../prompt.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** Ties files to the new prompt that they are sent with; they stay as long as it. Locks their rows, after all others. */
export async function attachFiles(
  tx: Transaction,
  { id, userId, playgroundId }: Pick<Prompt, 'id' | 'userId' | 'playgroundId'>,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await write(
    tx,
    'INSERT INTO playground_files (prompt_id, place, file_id, user_id, playground_id) VALUES ?',
    [fileIds.map((fileId, place) => [id, place, fileId, userId, playgroundId])],
  );
  await keepFromExpiry(tx, fileIds);
}
