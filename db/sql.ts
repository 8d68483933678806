import { QueryTypes } from 'sequelize';
import { database } from './client.ts';
import type { Tx } from './transaction.ts';

/** What can stand for a `?`; an array becomes a list (`IN (?)`), an array of arrays the rows of an INSERT. */
export type SqlValue = string | number | bigint | boolean | Date | null | SqlValue[];

/** Sequelize writes a Date without its milliseconds; our columns have them. Connections speak UTC. */
function bindable(value: SqlValue): SqlValue {
  if (value instanceof Date) return value.toISOString().slice(0, 23).replace('T', ' ');
  return Array.isArray(value) ? value.map(bindable) : value;
}

/**
 * Rows of a SELECT. BIGINT and DECIMAL columns arrive as text, DATETIME as Date, JSON as text.
 * @param tx the transaction, or AUTOCOMMIT
 */
export async function selectRows<Row>(tx: Tx, statement: string, values: SqlValue[] = []): Promise<Row[]> {
  return (await database().query(statement, {
    replacements: values.map(bindable),
    transaction: tx,
    type: QueryTypes.SELECT,
    raw: true,
  })) as Row[];
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
 * Runs an INSERT, UPDATE or DELETE.
 * @returns the number of rows that the statement matched and changed; a compare-and-set reads it.
 */
export async function change(tx: Tx, statement: string, values: SqlValue[] = []): Promise<number> {
  const [, meta] = await database().query(statement, {
    replacements: values.map(bindable),
    transaction: tx,
    raw: true,
  });
  const affected = (meta as { affectedRows?: number } | undefined)?.affectedRows;
  return affected ?? 0;
}
