import { AppError } from '#app/contracts/errors.ts';
import { expireUnused, lockFiles } from '#app/core/files/records/expiry.ts';
import { filesOfGenerations } from '#app/core/files/records/owned-files.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction } from '#db/transaction.ts';

/**
 * Deletes a conversation of this user with its prompts and answers; charges stay in the ledger. Of its files
 * that are used nowhere else, uploads expire after their retention time, generated ones at once.
 * @throws AppError not_found
 */
export async function deletePlayground(
  tx: Transaction,
  { userId, playgroundId }: { userId: string; playgroundId: string },
): Promise<void> {
  const where = [playgroundId, userId];
  const cells = await selectRows<{ generation_id: string }>(
    tx,
    'SELECT generation_id FROM playground_cells WHERE playground_id = ? AND user_id = ?',
    where,
  );
  const deleted = await change(tx, 'DELETE FROM playgrounds WHERE id = ? AND user_id = ?', where);
  if (deleted === 0) throw new AppError('not_found', { param: 'conversationId' });
  await change(tx, 'DELETE FROM playground_prompts WHERE playground_id = ? AND user_id = ?', where);
  await change(tx, 'DELETE FROM playground_cells WHERE playground_id = ? AND user_id = ?', where);
  const generationIds = cells.map(({ generation_id: id }) => id);
  await releaseFiles(tx, { userId, playgroundId, generationIds });
}

/**
 * Deletes a user's playground data.
 * @param max max rows of each table at a time
 * @returns how many rows were deleted
 */
export async function erasePlaygrounds(userId: string, max: number): Promise<number> {
  const of = [userId, max];
  const playgrounds = await change(AUTOCOMMIT, 'DELETE FROM playgrounds WHERE user_id = ? LIMIT ?', of);
  const prompts = await change(AUTOCOMMIT, 'DELETE FROM playground_prompts WHERE user_id = ? LIMIT ?', of);
  const cells = await change(AUTOCOMMIT, 'DELETE FROM playground_cells WHERE user_id = ? LIMIT ?', of);
  const files = await change(AUTOCOMMIT, 'DELETE FROM playground_files WHERE user_id = ? LIMIT ?', of);
  return playgrounds + prompts + cells + files;
}

/**
 * Detaches the files of a deleted conversation, including generated ones; files that are used nowhere else
 * expire.
 * @param at.generationIds generations of its answers
 */
async function releaseFiles(
  tx: Transaction,
  { userId, playgroundId, generationIds }: { userId: string; playgroundId: string; generationIds: string[] },
): Promise<void> {
  const where = [playgroundId, userId];
  const rows = await selectRows<{ file_id: string }>(
    tx,
    'SELECT DISTINCT file_id FROM playground_files WHERE playground_id = ? AND user_id = ?',
    where,
  );
  if (rows.length > 0)
    await change(tx, 'DELETE FROM playground_files WHERE playground_id = ? AND user_id = ?', where);
  const made = [...(await filesOfGenerations(tx, { userId, generationIds })).values()].flat();
  const ids = [...new Set([...rows.map((row) => row.file_id), ...made.map(({ id }) => id)])].sort();
  await lockFiles(tx, ids);
  await expireUnused(tx, ids);
}
