import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Takes out of the runs of a user that have ended whatever was written by or for them: models, amounts and times stay.
 * @param after the last id that was answered before, '' to begin with
 * @param most rows at a time, so that no statement holds locks for long
 * @returns the last id that was looked at; null at the end
 */
export async function emptyGenerations(userId: string, after: string, most: number): Promise<string | null> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    'SELECT id FROM generations WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?',
    [userId, after, most],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return null;
  await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET parameters = NULL, request = NULL, request_id = NULL,
       request_hash = NULL, prefix_text = NULL, text = NULL, thinking = NULL, progress = NULL, result = NULL,
       error_detail = NULL
     WHERE id IN (?) AND finished_at IS NOT NULL`,
    [ids],
  );
  return ids.at(-1)!;
}
