import type { Answer } from './send.ts';

/** Sends statements with `;` between them: `send` on the connection of a transaction. */
export type Send = (sql: string, onChanged?: (answers: readonly Answer[]) => void) => Promise<Answer[]>;

/** What was said and the database has not heard. */
interface Unsent {
  statements: string[];
  length: number;
  /** Who waits for the answer to which of the statements. */
  askers: { at: number; resolve(answer: Answer): void; reject(error: unknown): void }[];
  /** Who hears of which of the statements as soon as it is done. */
  hearers: Map<number, () => void>;
}

const nothing = (): Unsent => ({ statements: [], length: 0, askers: [], hearers: new Map() });

const BEGIN = 'START TRANSACTION';
const COMMIT = 'COMMIT';

/** More than that is not kept waiting: the database takes no statement of any length. */
const MOST_WAITING = 1024 * 1024;

/**
 * A transaction whose statements travel together: it begins with the first of them and ends with the last, since every
 * round trip of its own would leave rows locked meanwhile. One packet is on its way at a time.
 */
export class UnitOfWork {
  readonly #send: Send;
  #unsent = nothing();
  #hasBegun = false;
  /** How it has ended, and by what: anything more would run outside of any transaction. */
  #end: { how: string; cause?: unknown } | undefined;
  /** They are to go out at the end of this turn. */
  #isDue = false;
  /** The packet that is on its way. */
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(send: Send) {
    this.#send = send;
  }

  /** Says a statement and gives its answer. What is said in one turn of the event loop goes out together. */
  ask(sql: string): Promise<Answer> {
    const answer = this.askLater(sql);
    if (!this.#isDue) queueMicrotask(() => void this.#flush().catch(() => undefined));
    this.#isDue = true;
    return answer;
  }

  /**
   * Says a statement that goes out with the next one, or with the end. Who waits for the answer inside of the
   * transaction without saying anything else waits for ever. What goes out with the end is answered as soon as a later
   * statement has changed rows: the commit, which waits for the disk, may still fail.
   */
  askLater(sql: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const at = this.#add(sql);
      this.#unsent.askers.push({ at, resolve, reject });
    });
  }

  /**
   * Says a statement of which nobody asks what it did: it goes out with the next one, or with the end, and its error is
   * thrown there.
   * @param onDone called when it is done and the commit is on its way; not where that was sent by itself
   */
  async write(sql: string, onDone?: () => void): Promise<void> {
    const at = this.#add(sql);
    if (onDone) this.#unsent.hearers.set(at, onDone);
    if (this.#unsent.length > MOST_WAITING) await this.#flush();
  }

  /**
   * Commits what was said; where nothing was, there is nothing to commit.
   * @throws QueryError of a write that waited until now, and nothing is committed then; of a connection that was lost
   *   meanwhile, and nobody knows whether it is
   */
  async commit(): Promise<void> {
    const isUsed = this.#hasBegun || this.#unsent.statements.length > 0;
    if (isUsed) this.#add(COMMIT);
    this.#end ??= { how: 'committed' };
    if (isUsed) await this.#flush();
  }

  /** Takes everything back. @throws QueryError where the connection is of no use any more */
  async rollback(): Promise<void> {
    this.#end ??= { how: 'rolled back' };
    const { askers } = this.#take();
    for (const { reject } of askers) reject(this.#ended());
    await this.#underWay;
    if (this.#hasBegun) await this.#send('ROLLBACK');
  }

  /** @returns the place of the statement among those that wait */
  #add(sql: string): number {
    if (this.#end) throw this.#ended();
    this.#unsent.length += sql.length;
    return this.#unsent.statements.push(sql) - 1;
  }

  #ended(): Error {
    return new Error(`The transaction has ended (${this.#end?.how})`, { cause: this.#end?.cause });
  }

  #take(): Unsent {
    const taken = this.#unsent;
    this.#unsent = nothing();
    this.#isDue = false;
    return taken;
  }

  /** Sends what was said. @throws QueryError of the first statement that failed; later ones did not run */
  #flush(): Promise<void> {
    const sent = this.#underWay.then(() => this.#sendUnsent());
    this.#underWay = sent.catch(() => undefined);
    return sent;
  }

  async #sendUnsent(): Promise<void> {
    const { statements, askers, hearers } = this.#take();
    if (statements.length === 0) return;
    const begin = this.#hasBegun ? [] : [BEGIN];
    const tell = (answers: readonly Answer[]) => {
      for (const { at, resolve } of askers) {
        const answer = answers[begin.length + at];
        if (answer) resolve(answer);
      }
    };
    const onChanged = (answers: readonly Answer[]) => {
      tell(answers);
      hearers.get(answers.length - 1 - begin.length)?.();
    };
    try {
      // The database took everything back while these waited.
      if (this.#end?.cause) throw this.#ended();
      // While the end is not on its way, whoever asked for rows would keep them locked for as long as he likes.
      const isLast = statements.at(-1) === COMMIT && statements.length > 1;
      this.#hasBegun = true;
      tell(await this.#send([...begin, ...statements].join(';'), isLast ? onChanged : undefined));
    } catch (error) {
      // The database has taken everything back by itself.
      if ((error as { code?: unknown }).code === 'ER_LOCK_DEADLOCK')
        this.#end = { how: 'rolled back', cause: error };
      for (const { reject } of askers) reject(error);
      throw error;
    }
  }
}
