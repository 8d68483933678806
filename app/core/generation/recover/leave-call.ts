import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { GENERATION_COLUMNS, toGeneration, type GenerationRow } from '#app/core/generation/record/row.ts';
import type { StopCause } from '#app/core/generation/run/end-for.ts';
import { stopRun } from './stop.ts';
import { countReaders } from '#app/core/generation/run/watch-readers.ts';

/**
 * Stops a call that is read no more, unless a retry of it reads it elsewhere.
 * @param cause its client has left, or we have cut it
 */
export async function leaveCall(generationId: string, cause: StopCause = 'reader'): Promise<void> {
  const [readers] = (await countReaders([generationId])) ?? [0];
  if (readers! > 0) return;
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ? AND state IN ('queued', 'running')`,
    [generationId],
  );
  if (row) await stopRun(toGeneration(row), cause);
}
