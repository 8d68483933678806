import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Those of some generations that ran on their person's own key. */
export async function findOwnKeyRuns(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM generations WHERE id IN (?) AND own_key = 1',
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}
