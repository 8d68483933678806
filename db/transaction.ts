import { connectionPool } from './client.ts';
import { send, type Answer } from './send.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** A transaction that `transaction` runs; statements are said in it by the functions of sql.ts. */
export type Transaction = UnitOfWork;

/** The same as a transaction where none is needed: a single statement by itself. */
export type Autocommit = null;

export const AUTOCOMMIT: Autocommit = null;

/** Where a statement runs. Every repository function takes one as its first argument. */
export type Tx = Transaction | Autocommit;

/**
 * Runs `work` in one transaction (READ COMMITTED, see pool.ts) and commits; any error rolls back and is thrown on.
 * What `work` says in one turn, as by `Promise.all`, goes to the database in one round trip, in that order.
 * @throws DatabaseUnavailable where no connection could be had: `work` has not begun then
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
  if (tx) return tx.ask(sql);
  const pool = connectionPool();
  const connection = await pool.borrow();
  try {
    return (await send(connection, sql))[0]!;
  } finally {
    pool.release(connection);
  }
}
