import type { Transaction } from 'sequelize';
import { database } from './client.ts';
import { sendCommit } from './send-together.ts';

/**
 * Where a statement runs: inside a transaction, or by itself. Every repository function takes one as its
 * first argument, because Sequelize silently runs a statement outside of the transaction when it is not told.
 */
export type Tx = Transaction | typeof AUTOCOMMIT;

/** A single statement that needs no transaction. */
export const AUTOCOMMIT = null;

/**
 * Runs `work` in one transaction (READ COMMITTED, see client.ts) and commits; any error rolls back and is thrown on.
 * What `work` says in one turn, as by `Promise.all`, goes to the database in one way, in that order.
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database().transaction(async (tx) => {
    const result = await work(tx);
    // Sequelize would close the connection over a last write that fails, and say so on the console.
    await sendCommit(tx);
    return result;
  });
}
