import pLimit from 'p-limit';
import { AppError } from '#app/contracts/errors.ts';

/** The caller of a task that runs in turns. */
export interface Turn {
  /** The account that the task is for. */
  account: string;
  /** When aborted, a waiting task is dropped; a running task has to handle the signal itself. */
  signal?: AbortSignal | undefined;
}

interface Bounds {
  /** Max concurrent tasks, in total and per account. */
  running: number;
  perAccount: number;
  /** Max waiting tasks per account. */
  waiting: number;
}

type Start = () => void;

/**
 * Limits the number of concurrent tasks. Accounts take turns, so that many tasks of one account delay another
 * account by one task at most; tasks of one account run in order of arrival.
 * @throws AppError unavailable (from the returned function) when too many tasks of the account wait; the
 * reason of the signal
 */
export function fairTurns({ running, perAccount, waiting }: Bounds) {
  /** Waiting tasks by account; the account whose turn ended longest ago comes first. */
  const queues = new Map<string, Start[]>();
  const active = new Map<string, number>();
  let total = 0;

  const toBack = (account: string) => {
    const queue = queues.get(account);
    queues.delete(account);
    if (queue && queue.length > 0) queues.set(account, queue);
  };

  const startNext = () => {
    for (const [account, queue] of queues) {
      if (total >= running) return;
      if ((active.get(account) ?? 0) >= perAccount) continue;
      const start = queue.shift()!;
      toBack(account);
      total += 1;
      active.set(account, (active.get(account) ?? 0) + 1);
      start();
    }
  };

  const end = (account: string) => {
    total -= 1;
    const left = active.get(account)! - 1;
    if (left > 0) active.set(account, left);
    else active.delete(account);
    toBack(account);
    startNext();
  };

  const turnOf = ({ account, signal }: Turn) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(account) ?? [];
      if (queue.length >= waiting) return reject(new AppError('unavailable', { retryAfterSeconds: 2 }));
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) queues.delete(account);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(start);
      queues.set(account, queue);
      startNext();
    });

  return async <T>(turn: Turn, task: () => Promise<T>): Promise<T> => {
    turn.signal?.throwIfAborted();
    await turnOf(turn);
    try {
      turn.signal?.throwIfAborted();
      return await task();
    } finally {
      end(turn.account);
    }
  };
}

/**
 * Lets at most `running` tasks run at a time and at most `waiting` wait, in order of arrival.
 * @throws AppError unavailable (from the returned function) when the queue is full
 */
export function bounded(running: number, waiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(running);
  return async (task) => {
    if (limit.activeCount >= running && limit.pendingCount >= waiting)
      throw new AppError('unavailable', { retryAfterSeconds: 2 });
    return limit(task);
  };
}
