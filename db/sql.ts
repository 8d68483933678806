import { format, type ResultSetHeader } from 'mysql2';
import { AUTOCOMMIT, sendRead, sendStatement, type Transaction, type Tx } from './transaction.ts';

/**
 * A value for a `?`; an array becomes a list (`IN (?)`), an array of arrays the rows of an INSERT. A buffer is
 * bytes.
 */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | SqlValue[];

/** The caller's next turn does the rest. */
const LONGEST_BATCHES_MS = 60_000;

/** Dates with their milliseconds, in UTC, which connections use. An empty list matches nothing. */
function bindable(value: SqlValue): SqlValue {
  if (value instanceof Date) return value.toISOString().slice(0, 23).replace('T', ' ');
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? [null] : value.map(bindable);
}

/** A statement with its values in place. */
export function bind(statement: string, values: SqlValue[]): string {
  return values.length === 0 ? statement : format(statement, values.map(bindable));
}

/**
 * Rows of a SELECT. BIGINT and DECIMAL columns arrive as text, DATETIME as Date, DATE and JSON as text.
 * @param tx the transaction, or AUTOCOMMIT
 */
export async function selectRows<Row>(tx: Tx, statement: string, values: SqlValue[] = []): Promise<Row[]> {
  return (await sendStatement(tx, bind(statement, values))) as Row[];
}

/**
 * Runs a SELECT that is sent with the transaction's next statement or with its commit; its error is thrown
 * there. It returns nothing to await: rows that a caller awaits before its next statement never arrive.
 * @param onRows called with the rows when they arrive, or once a later statement has changed rows; always
 * before the transaction ends. It must not throw
 */
export function selectLater<Row>(
  tx: Transaction,
  statement: string,
  values: SqlValue[],
  onRows: (rows: Row[]) => void,
): void {
  tx.queryLater(bind(statement, values), (answer) => onRows(answer as Row[]));
}

/** The first row of a SELECT, or undefined. */
export async function selectRow<Row>(
  tx: Tx,
  statement: string,
  values: SqlValue[] = [],
): Promise<Row | undefined> {
  return (await selectRows<Row>(tx, statement, values))[0];
}

/**
 * Rows of a SELECT that reads a few rows by their keys, on a path that many requests take: without a transaction,
 * those of one turn of the event loop share a round trip.
 */
export async function lookUpRows<Row>(tx: Tx, statement: string, values: SqlValue[]): Promise<Row[]> {
  return (await sendRead(tx, bind(statement, values))) as Row[];
}

/** The first row of `lookUpRows`, or undefined. */
export async function lookUpRow<Row>(
  tx: Tx,
  statement: string,
  values: SqlValue[],
): Promise<Row | undefined> {
  return (await lookUpRows<Row>(tx, statement, values))[0];
}

/** The result of a SELECT of one COUNT: a BIGINT, which would arrive as text. */
export async function selectCount(tx: Tx, statement: string, values: SqlValue[] = []): Promise<number> {
  const row = await selectRow<Record<string, string>>(tx, statement, values);
  return Number(Object.values(row!)[0]);
}

/**
 * Runs an INSERT, UPDATE or DELETE.
 * @returns the number of rows that the statement matched and changed, for a compare-and-set.
 */
export async function change(tx: Tx, statement: string, values: SqlValue[] = []): Promise<number> {
  return ((await sendStatement(tx, bind(statement, values))) as ResultSetHeader).affectedRows;
}

/**
 * Repeats a DELETE or UPDATE that ends in `LIMIT ?` until no matching rows are left, or a minute has passed.
 * Each batch is committed separately, so that none holds locks for long.
 * @param batch rows at a time
 * @returns how many rows were changed
 */
export async function changeInBatches(statement: string, values: SqlValue[], batch: number): Promise<number> {
  const end = performance.now() + LONGEST_BATCHES_MS;
  for (let total = 0; ;) {
    const changed = await change(AUTOCOMMIT, statement, [...values, batch]);
    total += changed;
    if (changed < batch || performance.now() > end) return total;
  }
}

/**
 * Runs an INSERT, UPDATE or DELETE whose count is not needed, or takes a lock. In a transaction it is sent
 * with the next statement or just before the commit; its error is thrown there.
 * @param onDone called when it is done and the commit is on its way; not if the commit was sent separately
 */
export async function write(
  tx: Tx,
  statement: string,
  values: SqlValue[] = [],
  onDone?: () => void,
): Promise<void> {
  if (tx !== AUTOCOMMIT) return tx.write(bind(statement, values), onDone);
  await change(tx, statement, values);
  onDone?.();
}

/**
 * `CASE id WHEN ? THEN ? … END` for values by id, with the values of its `?`: different values in one statement.
 * @param otherwise SQL for rows without a value, default 0
 * @param column the column of the ids
 */
export function casesById(
  valuesOf: ReadonlyMap<string, SqlValue>,
  otherwise = '0',
  column: 'id' | 'reference' | 'account_id' = 'id',
): [string, SqlValue[]] {
  const cases = [...valuesOf].map(() => 'WHEN ? THEN ?').join(' ');
  return [`CASE ${column} ${cases} ELSE ${otherwise} END`, [...valuesOf].flat()];
}
