import type { Connection } from 'mysql2';
import { database } from './client.ts';
import { send, type Answer } from './send.ts';
import { sendInside } from './send-together.ts';
import type { Tx } from './transaction.ts';

interface Pool {
  getConnection(options: { type?: string }): Promise<Connection>;
  releaseConnection(connection: Connection): void;
}

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
