import { currentPrefix, sealAgain, type Binding, type Resealed } from './vault.ts';

/** A column of a table that holds sealed texts. */
export interface SealedColumn<Row extends { id: string }> {
  /**
   * The next rows whose text another key has sealed, by their ids.
   * @param prefix what a text of the current key begins with
   */
  list(after: string, prefix: string): Promise<Row[]>;
  /** The sealed text of a row; null where it is gone meanwhile. */
  read(row: Row): Promise<string | null>;
  bindingOf(row: Row): Binding;
  /** @returns how many rows were changed */
  write(row: Row, sealed: string): Promise<number>;
}

/**
 * Seals every text of a column again that an older key has sealed. They are large: one at a time is in memory. A row that
 * is deleted meanwhile is left alone.
 */
export async function resealRows<Row extends { id: string }>(column: SealedColumn<Row>): Promise<Resealed> {
  const count: Resealed = { resealed: 0, failed: 0 };
  for (let after = ''; ;) {
    const rows = await column.list(after, currentPrefix());
    for (const row of rows) {
      const sealed = await column.read(row);
      if (sealed === null) continue;
      const fresh = sealAgain(sealed, column.bindingOf(row));
      if (fresh === null) count.failed += 1;
      else count.resealed += await column.write(row, fresh);
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}
