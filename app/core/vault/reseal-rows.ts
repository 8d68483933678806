import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { currentPrefix, sealAgain, type Binding, type Resealed } from './vault.ts';

/** Columns of a table that hold sealed texts of its rows' users. */
export interface SealedColumns<Column extends string> {
  /** It has `id` and `user_id`; the caller owns it. */
  table: string;
  columns: readonly Column[];
  bindingOf(row: SealedRow, column: Column): Binding;
}

interface SealedRow {
  id: string;
  userId: string;
}

/**
 * Seals every text of the columns again that an older key has sealed. They are large: one at a time is in memory. A row
 * that is deleted meanwhile is left alone.
 * @param batch ids that are listed at a time
 */
export async function resealRows<Column extends string>(
  tx: Tx,
  sealed: SealedColumns<Column>,
  batch: number,
): Promise<Resealed> {
  const total: Resealed = { resealed: 0, failed: 0 };
  for (const column of sealed.columns) {
    const { resealed, failed } = await resealColumn(tx, sealed, column, batch);
    total.resealed += resealed;
    total.failed += failed;
  }
  return total;
}

async function resealColumn<Column extends string>(
  tx: Tx,
  { table, bindingOf }: SealedColumns<Column>,
  column: Column,
  batch: number,
): Promise<Resealed> {
  const count: Resealed = { resealed: 0, failed: 0 };
  const prefix = currentPrefix();
  for (let after = ''; ;) {
    const rows = await selectRows<SealedRow>(
      tx,
      `SELECT id, user_id AS userId FROM ${table}
       WHERE id > ? AND ${column} IS NOT NULL AND LEFT(${column}, ?) <> ? ORDER BY id LIMIT ?`,
      [after, prefix.length, prefix, batch],
    );
    for (const row of rows) {
      const stored = await selectRow<{ text: string | null }>(
        tx,
        `SELECT ${column} AS text FROM ${table} WHERE id = ?`,
        [row.id],
      );
      if (!stored?.text) continue;
      const fresh = sealAgain(stored.text, bindingOf(row, column));
      if (fresh === null) count.failed += 1;
      else
        count.resealed += await change(tx, `UPDATE ${table} SET ${column} = ? WHERE id = ?`, [fresh, row.id]);
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}
