import { GENERATION_COLUMNS, toGeneration, type GenerationRow } from '#app/core/generation/record/row.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { stopRun } from './stop.ts';

interface Owned {
  userId: string;
  id: string;
}

/** Asks a job of its owner to end that is under way. What its provider does not take back goes on, and is paid for. */
export async function stopJob({ userId, id }: Owned, target: 'job' | 'background' = 'job'): Promise<void> {
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations
     WHERE id = ? AND user_id = ? AND target = ? AND state IN ('queued', 'running')`,
    [id, userId, target],
  );
  if (row) await stopRun(toGeneration(row));
}

/** Shows a job that has ended to nobody any more. Its receipt stays. @returns false where it has not ended */
export async function forgetJob({ userId, id }: Owned): Promise<boolean> {
  const forgotten = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET asked = NULL
     WHERE id = ? AND user_id = ? AND target = 'job' AND live IS NULL`,
    [id, userId],
  );
  return forgotten === 1;
}
