import type { Connection, QueryError } from 'mysql2';
import type { Sequelize, Transaction } from 'sequelize';
import { send, type Answer } from './send.ts';

/** What Sequelize keeps on a transaction and does not write into its types. */
interface RunningTransaction {
  connection?: Connection;
  /** `commit` or `rollback` once it has ended: its connection may be somebody else's by then. */
  finished?: string;
}

/** What a running transaction has said and the database has not heard. */
interface Unsent {
  statements: string[];
  length: number;
  /** They are to go out at the end of this turn. */
  isDue: boolean;
  /** Who waits for the answer to which of the statements. */
  askers: { at: number; resolve(answer: Answer): void; reject(error: unknown): void }[];
  /** Who hears of which of the statements as soon as it is done. */
  hearers: Map<number, () => void>;
}

const unsent = new WeakMap<Transaction, Unsent>();
const committed = new WeakSet<Transaction>();

const BEGIN = 'START TRANSACTION';
const COMMIT = 'COMMIT';

/** More than that is not kept waiting: the database takes no statement of any length. */
const MOST_WAITING = 1024 * 1024;

/**
 * Lets transactions begin with their first statement and end with their last: every word by itself would cost a way to
 * the database and back, with rows locked meanwhile. Statements of Sequelize's models come after what was said before.
 */
export function sendTogether(sequelize: Sequelize): void {
  const ways = sequelize.getQueryInterface();
  ways.startTransaction = (tx) => sendLater(tx, BEGIN);
  ways.commitTransaction = commit;
  ways.rollbackTransaction = rollback;
  sequelize.addHook('beforeQuery', async ({ transaction: tx }) => {
    if (tx) await sendWaiting(tx);
  });
}

/**
 * Keeps a write of a transaction until its next statement, or its end: they go out together.
 * @param onDone called when it is done and the commit is on its way; not where that was sent by itself
 */
export async function sendLater(tx: Transaction, sql: string, onDone?: () => void): Promise<void> {
  const kept = add(tx, sql);
  if (onDone) kept.hearers.set(kept.statements.length - 1, onDone);
  if (kept.length > MOST_WAITING) await sendWaiting(tx);
}

/**
 * Commits what was said; a transaction that has said nothing has nothing to commit.
 * @throws QueryError of a write that waited until now: nothing is committed then
 */
export async function sendCommit(tx: Transaction): Promise<void> {
  const { statements } = unsent.get(tx) ?? { statements: [] as string[] };
  const hasBegun = statements[0] !== BEGIN || statements.length > 1;
  if (hasBegun) await sendInside(tx, COMMIT);
  committed.add(tx);
}

async function commit(tx: Transaction): Promise<void> {
  if (!committed.has(tx)) await sendCommit(tx);
  end(tx, 'commit');
}

async function rollback(tx: Transaction): Promise<void> {
  const { connection } = tx as unknown as RunningTransaction;
  const hasBegun = unsent.get(tx)?.statements[0] !== BEGIN;
  end(tx, 'rollback');
  if (hasBegun && connection) await send(connection, 'ROLLBACK');
}

function end(tx: Transaction, finished: 'commit' | 'rollback'): void {
  unsent.delete(tx);
  (tx as unknown as RunningTransaction).finished = finished;
}

/** What is said in one turn of the event loop goes out together. */
export function sendInside(tx: Transaction, sql: string): Promise<Answer> {
  const answer = askLater(tx, sql);
  const kept = unsent.get(tx)!;
  // Its error is the askers'.
  if (!kept.isDue) queueMicrotask(() => void sendWaiting(tx).catch(() => undefined));
  kept.isDue = true;
  return answer;
}

/**
 * Asks something with the transaction's next statement, or with its end. Who waits for the answer inside of the
 * transaction without saying anything else waits for ever. What goes out with the end is answered as soon as a later
 * statement has changed rows: the commit, which waits for the disk, may still fail.
 */
export function askLater(tx: Transaction, sql: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { statements, askers } = add(tx, sql);
    askers.push({ at: statements.length - 1, resolve, reject });
  });
}

function add(tx: Transaction, sql: string): Unsent {
  const kept: Unsent = unsent.get(tx) ?? {
    statements: [],
    length: 0,
    isDue: false,
    askers: [],
    hearers: new Map(),
  };
  unsent.set(tx, kept);
  kept.statements.push(sql);
  kept.length += sql.length;
  return kept;
}

/** Sends what a transaction has said. @throws QueryError of the first statement that failed; later ones did not run */
async function sendWaiting(tx: Transaction): Promise<void> {
  const said = unsent.get(tx);
  if (!said) return;
  const { statements, askers, hearers } = said;
  unsent.delete(tx);
  try {
    const { connection, finished } = tx as unknown as RunningTransaction;
    if (finished || !connection) throw new Error(`The transaction has ended (${finished ?? 'unbegun'})`);
    const tell = (answers: readonly Answer[]) => {
      for (const { at, resolve } of askers) if (at < answers.length) resolve(answers[at]!);
    };
    const onDone = (answers: readonly Answer[]) => {
      tell(answers);
      hearers.get(answers.length - 1)?.();
    };
    // While the end is not on its way, whoever asked for the rows would wait for as long as this process lets them.
    const isLast = statements.at(-1) === COMMIT && statements.length > 1;
    const answer = await send(connection, statements.join(';'), isLast ? onDone : undefined);
    tell(statements.length > 1 ? (answer as unknown as Answer[]) : [answer]);
  } catch (error) {
    // The database has rolled everything back: a further statement would run outside of any transaction.
    if ((error as QueryError).code === 'ER_LOCK_DEADLOCK') await tx.rollback().catch(() => undefined);
    for (const { reject } of askers) reject(error);
    throw error;
  }
}
