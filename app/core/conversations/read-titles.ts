import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** The titles of those of these conversations that are the user's and are still there, by their ids. */
export async function readTitles(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; title: string }>(
    tx,
    'SELECT id, title FROM conversations WHERE id IN (?) AND user_id = ?',
    [[...ids], userId],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
