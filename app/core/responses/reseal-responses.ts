import { currentPrefix, sealAgain, type Resealed } from '#app/core/vault/vault.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { bindingOf, SEALED_COLUMNS, type SealedColumn } from './kept-response.ts';

interface Row {
  id: string;
  userId: string;
}

/**
 * Seals every kept response again that an older encryption key has sealed. They are large: one at a time is in memory.
 * What is deleted meanwhile is left alone.
 */
export async function resealResponses(tx: Tx, batch = 500): Promise<Resealed> {
  const total: Resealed = { resealed: 0, failed: 0 };
  for (const column of SEALED_COLUMNS) {
    const { resealed, failed } = await resealColumn(tx, column, batch);
    total.resealed += resealed;
    total.failed += failed;
  }
  return total;
}

async function resealColumn(tx: Tx, column: SealedColumn, batch: number): Promise<Resealed> {
  const current = currentPrefix();
  const count: Resealed = { resealed: 0, failed: 0 };
  for (let after = ''; ;) {
    const rows = await selectRows<Row>(
      tx,
      `SELECT id, user_id AS userId FROM responses
       WHERE id > ? AND ${column} IS NOT NULL AND LEFT(${column}, ?) <> ? ORDER BY id LIMIT ?`,
      [after, current.length, current, batch],
    );
    for (const row of rows) {
      const changed = await resealOne(tx, row, column);
      if (changed === null) count.failed += 1;
      else count.resealed += changed;
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}

/** @returns null when it does not open, else how many were changed */
async function resealOne(tx: Tx, row: Row, column: SealedColumn): Promise<number | null> {
  const found = await selectRow<{ sealed: string | null }>(
    tx,
    `SELECT ${column} AS sealed FROM responses WHERE id = ?`,
    [row.id],
  );
  if (!found?.sealed) return 0;
  const fresh = sealAgain(found.sealed, bindingOf(row, column));
  if (fresh === null) return null;
  return change(tx, `UPDATE responses SET ${column} = ? WHERE id = ?`, [fresh, row.id]);
}
