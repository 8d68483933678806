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
  return tx ? tx.query(sql) : (await sendAlone(sql))[0]!;
}

/** Max reads that share a packet: more would wait for each other while other connections are free. */
const MAX_TOGETHER = 16;

interface Read {
  sql: string;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

let unsentReads: Read[] = [];

/**
 * Sends a short SELECT in a transaction, or with the others of this turn of the event loop in one packet: for a
 * read that takes the database less time than the way to it.
 * @throws as `sendStatement`
 */
export function sendRead(tx: Tx, sql: string): Promise<Answer> {
  if (tx) return tx.query(sql);
  return new Promise((resolve, reject) => {
    if (unsentReads.push({ sql, resolve, reject }) === 1) setImmediate(sendReads);
  });
}

function sendReads(): void {
  const reads = unsentReads;
  unsentReads = [];
  for (let at = 0; at < reads.length; at += MAX_TOGETHER)
    void sendTogether(reads.slice(at, at + MAX_TOGETHER));
}

async function sendTogether(reads: readonly Read[]): Promise<void> {
  try {
    const answers = await sendAlone(reads.map(({ sql }) => sql).join(';'));
    for (const [index, { resolve }] of reads.entries()) resolve(answers[index]!);
  } catch (error) {
    for (const { sql, resolve, reject } of reads) {
      // One that is refused keeps the later ones from running: each gets an answer or an error of its own.
      if (reads.length > 1 && isAnswer(error)) sendStatement(AUTOCOMMIT, sql).then(resolve, reject);
      else reject(error);
    }
  }
}

/** True for an error that the database has answered with, false if it is away. */
const isAnswer = (error: unknown) => error instanceof Error && 'sqlState' in error;

/** Sends statements outside of a transaction, on a connection of the pool. */
async function sendAlone(sql: string): Promise<Answer[]> {
  const pool = connectionPool();
  const connection = await pool.borrow();
  try {
    return await send(connection, sql);
  } finally {
    pool.release(connection);
  }
}
