import { NEW_GENERATION_COLUMNS, toNewRow, type NewGeneration } from '#app/core/generation/record/row.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** What processes of the version before this one read in the place of `target`; goes with its column, `kind`. */
const KIND: Readonly<Record<string, string>> = { message: 'chat', call: 'api' };

/**
 * Queues generations with one INSERT.
 * @param onDone called when they are written and the commit is on its way: who claims one now waits for it
 */
export async function insertGenerations(
  tx: Transaction,
  generations: NewGeneration[],
  onDone?: () => void,
): Promise<void> {
  if (generations.length === 0) return;
  const rows = generations.map((one) => [...toNewRow(one), 'queued', KIND[one.target] ?? one.target]);
  await write(
    tx,
    `INSERT INTO generations (${NEW_GENERATION_COLUMNS}, state, kind, created_at) VALUES ${rows.map(() => '(?, NOW(3))').join(', ')}`,
    rows,
    onDone,
  );
}
