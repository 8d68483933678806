import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { currentPrefix, sealAgain, type Binding, type Resealed } from './vault.ts';

interface SealedRow {
  id: string;
  userId: string;
}

/**
 * A column with texts that are sealed for the users of its rows: its binding, and its statements, which the
 * owner of the table provides.
 */
export interface SealedColumn {
  bindingOf(row: SealedRow): Binding;
  /**
   * Selects the next rows as `id` and `userId`: after an id, whose text does not begin with a prefix (its
   * length, the prefix), with a max number.
   */
  list: string;
  /** Selects the text of an id as `text`. */
  read: string;
  /** Updates the text of an id. */
  write: string;
}

/**
 * Seals again every text of the columns that an older key has sealed. Texts are large: only one at a time is
 * in memory. A row that is deleted meanwhile is skipped.
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
