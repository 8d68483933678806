import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * True while the attempt may write the reply: it runs, or it has ended by this very attempt and only its last
 * event is missing.
 */
export async function ownsGeneration(generationId: string, attempt: number): Promise<boolean> {
  const row = await selectRow<{ attempt: number; state: string }>(
    AUTOCOMMIT,
    'SELECT attempt, state FROM generations WHERE id = ?',
    [generationId],
  );
  return row !== undefined && row.attempt === attempt && row.state !== 'queued';
}
