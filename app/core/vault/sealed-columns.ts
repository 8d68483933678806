import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { currentPrefix, sealAgain, type Binding, type Resealed } from './vault.ts';

interface SealedRow {
  id: string;
  userId: string;
}

/** A column that holds sealed texts of its rows' users: its binding, and its statements, which its table's owner has. */
export interface SealedColumn {
  bindingOf(row: SealedRow): Binding;
  /** The next rows as `id` and `userId`: after an id, with a text that does not begin (a length, a text), at most so many. */
  list: string;
  /** The text of an id as `text`. */
  read: string;
  /** Writes a text of an id. */
  write: string;
}

/**
 * Seals every text of the columns again that an older key has sealed. They are large: one at a time is in memory. A row
 * that is deleted meanwhile is left alone.
 * @param batch ids that are listed at a time
 */
export async function resealRows(tx: Tx, columns: readonly SealedColumn[], batch: number): Promise<Resealed> {
  const total: Resealed = { resealed: 0, failed: 0 };
  for (const column of columns) {
    const { resealed, failed } = await resealColumn(tx, column, batch);
    total.resealed += resealed;
    total.failed += failed;
  }
  return total;
}

async function resealColumn(tx: Tx, column: SealedColumn, batch: number): Promise<Resealed> {
  const count: Resealed = { resealed: 0, failed: 0 };
  const prefix = currentPrefix();
  for (let after = ''; ;) {
    const rows = await selectRows<SealedRow>(tx, column.list, [after, prefix.length, prefix, batch]);
    for (const row of rows) {
      const stored = await selectRow<{ text: string | null }>(tx, column.read, [row.id]);
      if (!stored?.text) continue;
      const fresh = sealAgain(stored.text, column.bindingOf(row));
      if (fresh === null) count.failed += 1;
      else count.resealed += await change(tx, column.write, [fresh, row.id]);
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}
