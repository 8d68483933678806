import type { Answer } from './send.ts';

/** Sends statements separated by `;`: `send` on the connection of a transaction. */
export type Send = (sql: string, onChanged?: (answers: readonly Answer[]) => void) => Promise<Answer[]>;

/** Statements that are queued and not sent yet. */
interface Unsent {
  statements: string[];
  length: number;
  /** Pending answers, in the order of their statements. */
  pending: { at: number; resolve(answer: Answer): void; reject(error: unknown): void }[];
  /** Callbacks by the index of their statement, called as soon as it is done. */
  callbacks: Map<number, () => void>;
}

const emptyQueue = (): Unsent => ({ statements: [], length: 0, pending: [], callbacks: new Map() });

const BEGIN = 'START TRANSACTION';
const COMMIT = 'COMMIT';

/** Max queued characters before they are sent: the packet size of the database is limited. */
const MAX_QUEUED = 1024 * 1024;

/**
 * A transaction whose statements are sent together: BEGIN with the first of them and COMMIT with the last,
 * since separate round trips would keep rows locked longer. One packet is in flight at a time.
 */
export class UnitOfWork {
  readonly #send: Send;
  #unsent = emptyQueue();
  #hasBegun = false;
  /** How it has ended, and why: further statements would run outside of any transaction. */
  #end: { how: string; cause?: unknown } | undefined;
  /** True if the queue will be sent at the end of this turn. */
  #isDue = false;
  /** The packet in flight. */
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Queues a statement and returns its answer. All statements of one turn of the event loop are sent
   * together.
   */
  query(sql: string): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      const at = this.#add(sql);
      this.#unsent.pending.push({ at, resolve, reject });
    });
    if (!this.#isDue) queueMicrotask(() => void this.#flush().catch(() => undefined));
    this.#isDue = true;
    return answer;
  }

  /**
   * Queues a statement that is sent with the next one, or with the end; its error is thrown there. It returns
   * nothing to await: an answer that a sender awaits before the next statement never arrives.
   * @param onAnswer called once with the answer, and must not throw. For a statement that is sent with the end,
   * this is as soon as a later statement has changed rows: the commit, which waits for the disk, may still fail.
   */
  queryLater(sql: string, onAnswer: (answer: Answer) => void): void {
    const at = this.#add(sql);
    this.#unsent.pending.push({ at, resolve: onAnswer, reject: () => undefined });
  }

  /**
   * Queues a statement whose result is not needed: it is sent with the next one, or with the end, and its
   * error is thrown there.
   * @param onDone called when it is done and the commit is on its way; not if the commit was sent separately
   */
  async write(sql: string, onDone?: () => void): Promise<void> {
    const at = this.#add(sql);
    if (onDone) this.#unsent.callbacks.set(at, onDone);
    if (this.#unsent.length > MAX_QUEUED) await this.#flush();
  }

  /**
   * Sends and commits the queue; no-op without statements.
   * @throws QueryError of a queued write, and nothing is committed then; or of a connection that was lost
   * meanwhile, and it is unknown whether it was committed
   */
  async commit(): Promise<void> {
    const isUsed = this.#hasBegun || this.#unsent.statements.length > 0;
    if (isUsed) this.#add(COMMIT);
    this.#end ??= { how: 'committed' };
    if (isUsed) await this.#flush();
  }

  /** Rolls back. @throws QueryError if the connection can no longer be used */
  async rollback(): Promise<void> {
    this.#end ??= { how: 'rolled back' };
    const { pending } = this.#take();
    for (const { reject } of pending) reject(this.#ended());
    await this.#underWay;
    if (this.#hasBegun) await this.#send('ROLLBACK');
  }

  /** @returns the index of the statement in the queue */
  #add(sql: string): number {
    if (this.#end) throw this.#ended();
    this.#unsent.length += sql.length;
    return this.#unsent.statements.push(sql) - 1;
  }

  #ended(): Error {
    return new Error(`The transaction has ended (${this.#end?.how})`, { cause: this.#end?.cause });
  }

  #take(): Unsent {
    const queue = this.#unsent;
    this.#unsent = emptyQueue();
    this.#isDue = false;
    return queue;
  }

  /** Sends the queue. @throws QueryError of the first statement that failed; later ones did not run */
  #flush(): Promise<void> {
    const sent = this.#underWay.then(() => this.#sendUnsent());
    this.#underWay = sent.catch(() => undefined);
    return sent;
  }

  async #sendUnsent(): Promise<void> {
    const { statements, pending, callbacks } = this.#take();
    if (statements.length === 0) return;
    const begin = this.#hasBegun ? [] : [BEGIN];
    let resolved = 0;
    const resolveAnswers = (answers: readonly Answer[]) => {
      for (; resolved < pending.length; resolved += 1) {
        const { at, resolve } = pending[resolved]!;
        const answer = answers[begin.length + at];
        if (!answer) return;
        resolve(answer);
      }
    };
    const onChanged = (answers: readonly Answer[]) => {
      resolveAnswers(answers);
      callbacks.get(answers.length - 1 - begin.length)?.();
    };
    try {
      // The database rolled back while these statements were queued.
      if (this.#end?.cause) throw this.#ended();
      // Without a commit in the packet, a caller that gets its rows early could keep them locked for any
      // time.
      const isLast = statements.at(-1) === COMMIT && statements.length > 1;
      this.#hasBegun = true;
      resolveAnswers(await this.#send([...begin, ...statements].join(';'), isLast ? onChanged : undefined));
    } catch (error) {
      // The database has rolled back by itself.
      if ((error as { code?: unknown }).code === 'ER_LOCK_DEADLOCK')
        this.#end = { how: 'rolled back', cause: error };
      for (const { reject } of pending) reject(error);
      throw error;
    }
  }
}
