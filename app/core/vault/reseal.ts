import { change, selectRow, selectRows, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { currentPrefix, sealAgain, type Binding } from './vault.ts';

/**
 * Characters of a sealed text that tell it from another one: a comparison of whole texts would send megabytes.
 * They contain its nonce.
 */
const DISTINCT = 64;

/** The result of a rotation for one kind: texts that could not be opened still need an older key. */
export interface Resealed {
  resealed: number;
  failed: number;
}

/** Sealed texts by a key: those of a column (`sealedColumn`), or files. */
export interface SealedTexts<Key = unknown> {
  /** Lists keys of texts that an older encryption key may have sealed, in order. @param after null to begin */
  list(tx: Tx, after: Key | null, max: number): Promise<Key[]>;
  /** Reads a text; null if it was deleted meanwhile. */
  read(tx: Tx, key: Key): Promise<{ sealed: string; binding: Binding } | null>;
  /** Replaces a text. @returns how many were replaced: 0 if it has changed meanwhile */
  replace(tx: Tx, key: Key, change: { sealed: string; fresh: string }): Promise<number>;
}

/** A sealed column of a table. */
export interface SealedColumn<Row> {
  table: string;
  column: string;
  /** The primary key; `id` by default. */
  key?: readonly string[];
  /** The SELECT list of the fields that the binding needs; `id` and `userId` by default. */
  fields?: string;
  bindingOf(row: Row, tx: Tx): Binding | Promise<Binding>;
}

/**
 * Seals every text again that an older encryption key has sealed, so that the older key can be removed from
 * ENCRYPTION_KEYS. It can be repeated and run during normal operation: a text that changes meanwhile is
 * skipped. Texts may be large: only one at a time is in memory.
 * @param batch keys that are listed at a time
 * @returns how many were sealed again, and how many could not be opened
 */
export async function reseal(tx: Tx, columns: readonly SealedTexts[], batch = 500): Promise<Resealed> {
  const count: Resealed = { resealed: 0, failed: 0 };
  for (const texts of columns) {
    for (let after: unknown = null; ;) {
      const keys = await texts.list(tx, after, batch);
      for (const key of keys) {
        const replaced = await resealText(tx, texts, key);
        if (replaced === null) count.failed += 1;
        else count.resealed += replaced;
      }
      if (keys.length === 0) break;
      after = keys.at(-1);
    }
  }
  return count;
}

/** @returns how many were replaced; null if it cannot be opened */
async function resealText(tx: Tx, texts: SealedTexts, key: unknown): Promise<number | null> {
  const stored = await texts.read(tx, key);
  if (!stored || stored.sealed.startsWith(currentPrefix())) return 0;
  const fresh = sealAgain(stored.sealed, stored.binding);
  return fresh === null ? null : texts.replace(tx, key, { sealed: stored.sealed, fresh });
}

/** The texts of a column, which the owner of its table names. */
export function sealedColumn<Row extends object>({
  table,
  column,
  key = ['id'],
  fields = 'id, user_id AS userId',
  bindingOf,
}: SealedColumn<Row>): SealedTexts<SqlValue[]> {
  const isRow = key.map((name) => `${name} = ?`).join(' AND ');
  // Not `(a, b) > (?, ?)`: the database would read all earlier rows for it.
  const isLater = key.map((_, at) =>
    key
      .slice(0, at + 1)
      .map((name, index) => `${name} ${index === at ? '>' : '='} ?`)
      .join(' AND '),
  );
  return {
    async list(tx, after, max) {
      const from = after ?? key.map(() => '');
      const values = isLater.flatMap((_, at) => from.slice(0, at + 1));
      const prefix = currentPrefix();
      const rows = await selectRows<Record<string, SqlValue>>(
        tx,
        `SELECT ${key.join(', ')} FROM ${table} WHERE (${isLater.join(' OR ')}) AND LEFT(${column}, ?) <> ?
         ORDER BY ${key.join(', ')} LIMIT ?`,
        [...values, prefix.length, prefix, max],
      );
      return rows.map((row) => key.map((name) => row[name]!));
    },
    async read(tx, id) {
      const row = await selectRow<Row & { sealed: string | null }>(
        tx,
        `SELECT ${fields}, ${column} AS sealed FROM ${table} WHERE ${isRow}`,
        id,
      );
      return row?.sealed ? { sealed: row.sealed, binding: await bindingOf(row, tx) } : null;
    },
    replace: (tx, id, { sealed, fresh }) =>
      change(
        tx,
        `UPDATE ${table} FORCE INDEX (PRIMARY) SET ${column} = ? WHERE ${isRow} AND LEFT(${column}, ?) = ?`,
        [fresh, ...id, DISTINCT, sealed.slice(0, DISTINCT)],
      ),
  };
}
