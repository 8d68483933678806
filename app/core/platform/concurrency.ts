import { AppError } from '#app/contracts/errors.ts';

/** The caller of a task that runs in turns. */
export interface Turn {
  /** The account that the task is for. */
  account: string;
  /** When aborted, a waiting task is dropped; a running task has to handle the signal itself. */
  signal?: AbortSignal | undefined;
}

interface Bounds {
  /** Max places in use, in total and per owner. Unlimited by default. */
  running?: number;
  runningEach?: number;
  /** Max waiting callers, in total and per owner. Unlimited by default. */
  waiting?: number;
  waitingEach?: number;
}

interface Owner {
  running: number;
  waiting: (() => void)[];
}

/** Gives a place back; further calls do nothing. */
export type Leave = () => void;

/**
 * Bounds how many callers use something in this process at a time. Owners (accounts, addresses) take turns, so
 * that many callers of one owner delay another owner by one turn at most; callers of one owner go in order of
 * arrival.
 *
 * For a fixed number of equal callers p-limit is enough. `worker/places.ts` differs: a share's bound there
 * depends on how many places are free.
 */
export class Gate {
  readonly #bounds: Required<Bounds>;
  /** The owner whose last turn is longest ago comes first. Owners without callers are removed. */
  readonly #owners = new Map<string, Owner>();
  #running = 0;
  #waiting = 0;

  constructor({
    running = Infinity,
    runningEach = Infinity,
    waiting = Infinity,
    waitingEach = Infinity,
  }: Bounds) {
    this.#bounds = { running, runningEach, waiting, waitingEach };
  }

  /** Takes a place without waiting. @returns the bound that is reached, if there is no place */
  take(name: string): Leave | 'owner' | 'all' {
    const owner = this.#owners.get(name) ?? { running: 0, waiting: [] };
    if (owner.running >= this.#bounds.runningEach || owner.waiting.length > 0) return 'owner';
    if (this.#running >= this.#bounds.running) return 'all';
    this.#begin(name, owner);
    return this.#leaveOnce(name);
  }

  /**
   * Waits for a place.
   * @returns null when too many callers wait already
   * @throws the reason of the signal
   */
  async enter(name: string, signal?: AbortSignal): Promise<Leave | null> {
    signal?.throwIfAborted();
    const taken = this.take(name);
    if (typeof taken === 'function') return taken;
    const owner = this.#owners.get(name) ?? { running: 0, waiting: [] };
    const { waiting, waitingEach } = this.#bounds;
    if (this.#waiting >= waiting || owner.waiting.length >= waitingEach) return null;
    this.#owners.set(name, owner);
    this.#waiting += 1;
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', drop);
        resolve();
      };
      const drop = () => {
        owner.waiting.splice(owner.waiting.indexOf(start), 1);
        this.#waiting -= 1;
        if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(name);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', drop, { once: true });
      owner.waiting.push(start);
    });
    return this.#leaveOnce(name);
  }

  /**
   * Runs a task in a place.
   * @throws AppError unavailable when too many callers wait already; the reason of the signal
   */
  async run<T>({ account, signal }: Turn, task: () => Promise<T>): Promise<T> {
    const leave = await this.enter(account, signal);
    if (!leave) throw new AppError('unavailable', { retryAfterSeconds: 2 });
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      leave();
    }
  }

  #begin(name: string, owner: Owner): void {
    this.#running += 1;
    owner.running += 1;
    this.#toBack(name, owner);
  }

  #leaveOnce(name: string): Leave {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
      const owner = this.#owners.get(name)!;
      owner.running -= 1;
      this.#toBack(name, owner);
      this.#startNext();
    };
  }

  #startNext(): void {
    if (this.#waiting === 0) return;
    for (const [name, owner] of this.#owners) {
      if (this.#running >= this.#bounds.running) return;
      if (owner.running >= this.#bounds.runningEach || owner.waiting.length === 0) continue;
      this.#waiting -= 1;
      const start = owner.waiting.shift()!;
      this.#begin(name, owner);
      start();
    }
  }

  /** Moves an owner to the end of the rotation, or removes it. */
  #toBack(name: string, owner: Owner): void {
    this.#owners.delete(name);
    if (owner.running > 0 || owner.waiting.length > 0) this.#owners.set(name, owner);
  }
}
