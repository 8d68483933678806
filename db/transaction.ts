import { connectionPool } from './client.ts';
import { send, type Answer } from './send.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** A transaction of `transaction`; statements are sent in it by the functions of sql.ts. */
export type Transaction = UnitOfWork;

/** Used instead of a transaction for a single statement. */
export type Autocommit = null;

export const AUTOCOMMIT: Autocommit = null;

/**
 * The scope of a statement: a transaction or autocommit. Every repository function takes one as its first
 * argument.
 */
export type Tx = Transaction | Autocommit;

/**
 * Runs `work` in one transaction (READ COMMITTED, see client.ts) and commits; any error rolls back and is
 * rethrown. Statements that `work` sends in one turn, as with `Promise.all`, go to the database in one round
 * trip, in that order.
 * @throws DatabaseUnavailable if no connection was available: `work` has not begun then
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const pool = connectionPool();
  const connection = await pool.borrow();
  const tx = new UnitOfWork((sql, onChanged) => send(connection, sql, onChanged));
  try {
    const result = await work(tx);
    await tx.commit();
    pool.release(connection);
    return result;
  } catch (error) {
    await tx.rollback().then(
      () => pool.release(connection),
      () => pool.discard(connection),
    );
    throw error;
  }
}

/**
 * Sends one statement in a transaction, or by itself on a connection of the pool.
 * @throws QueryError of mysql2, with `code` and `errno`; DatabaseUnavailable
 */
export async function sendStatement(tx: Tx, sql: string): Promise<Answer> {
  if (tx) return tx.query(sql);
  const pool = connectionPool();
  const connection = await pool.borrow();
  try {
    return (await send(connection, sql))[0]!;
  } finally {
    pool.release(connection);
  }
}
