import type { Connection, QueryError, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { Transaction } from 'sequelize';
import { database } from './client.ts';
import type { Tx } from './transaction.ts';

/** What Sequelize keeps on a transaction and does not write into its types. */
interface RunningTransaction {
  connection?: Connection;
  /** `commit` or `rollback` once it has ended: its connection may be somebody else's by then. */
  finished?: string;
}

interface Pool {
  getConnection(options: { type?: string }): Promise<Connection>;
  releaseConnection(connection: Connection): void;
}

type Answer = RowDataPacket[] | ResultSetHeader;

/**
 * Sends one finished statement on the transaction's connection, or on one of the pool. Sequelize keeps connections
 * and transactions, but a statement that is written by hand has no need of its way through models and options.
 * @throws QueryError of mysql2, with `code` and `errno`; a Sequelize connection error when the pool has none
 */
export async function sendStatement(tx: Tx, sql: string): Promise<Answer> {
  if (tx) return sendInside(tx, sql);
  const pool = database().connectionManager as unknown as Pool;
  const connection = await pool.getConnection({});
  try {
    return await send(connection, sql);
  } finally {
    pool.releaseConnection(connection);
  }
}

/** Writes of running transactions that go out with what comes next. */
const waiting = new WeakMap<Transaction, { statements: string[]; length: number }>();

/** More than that is not kept waiting: the database takes no statement of any length. */
const MOST_WAITING = 1024 * 1024;

/**
 * Keeps a write of a transaction until its next statement, or its end (`sendWaiting`): they go out together. Every
 * statement by itself would cost a way to the database and back, with rows locked meanwhile.
 */
export async function sendLater(tx: Transaction, sql: string): Promise<void> {
  const kept = waiting.get(tx) ?? { statements: [], length: 0 };
  waiting.set(tx, kept);
  kept.statements.push(sql);
  kept.length += sql.length;
  if (kept.length > MOST_WAITING) await sendWaiting(tx);
}

/** Sends what a transaction has kept. @throws QueryError of the first statement that failed; later ones did not run */
export async function sendWaiting(tx: Transaction): Promise<void> {
  const last = waiting.get(tx)?.statements.pop();
  if (last !== undefined) await sendInside(tx, last);
}

async function sendInside(tx: Transaction, sql: string): Promise<Answer> {
  const { connection, finished } = tx as unknown as RunningTransaction;
  if (finished || !connection) throw new Error(`The transaction has ended (${finished ?? 'unbegun'})`);
  const before = waiting.get(tx)?.statements ?? [];
  waiting.delete(tx);
  try {
    const answer = await send(connection, [...before, sql].join(';'));
    return before.length > 0 ? (answer as unknown as Answer[]).at(-1)! : answer;
  } catch (error) {
    // The database has rolled everything back: a further statement would run outside of any transaction.
    if ((error as QueryError).code === 'ER_LOCK_DEADLOCK') await tx.rollback().catch(() => undefined);
    throw error;
  }
}

function send(connection: Connection, sql: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    connection.query<Answer>(sql, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}
