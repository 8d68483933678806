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

async function sendInside(tx: Transaction, sql: string): Promise<Answer> {
  const { connection, finished } = tx as unknown as RunningTransaction;
  if (finished || !connection) throw new Error(`The transaction has ended (${finished ?? 'unbegun'})`);
  try {
    return await send(connection, sql);
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
