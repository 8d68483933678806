import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { GENERATION_COLUMNS, toGeneration, type GenerationRow } from './row.ts';
import { stopRun } from './stop.ts';
import { countReaders } from './watch-readers.ts';

/** Stops a streamed call whose client has left, unless a retry of the same call reads it elsewhere. */
export async function leaveCall(generationId: string): Promise<void> {
  const [readers] = (await countReaders([generationId])) ?? [0];
  if (readers! > 0) return;
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ? AND state IN ('queued', 'running')`,
    [generationId],
  );
  if (row) await stopRun(toGeneration(row));
}
