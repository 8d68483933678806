import type { Transaction } from 'sequelize';
import { database } from './client.ts';
import { sendWaiting } from './connection.ts';

/**
 * Where a statement runs: inside a transaction, or by itself. Every repository function takes one as its
 * first argument, because Sequelize silently runs a statement outside of the transaction when it is not told.
 */
export type Tx = Transaction | typeof AUTOCOMMIT;

/** A single statement that needs no transaction. */
export const AUTOCOMMIT = null;

/**
 * Runs `work` in one transaction (READ COMMITTED, see client.ts) and commits; any error rolls back and is thrown on.
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database().transaction(async (tx) => {
    const result = await work(tx);
    await sendWaiting(tx);
    return result;
  });
}
