import type { Piscina } from 'piscina';
import { errorFacts } from '../error-facts.ts';
import { logger } from '../logger.ts';
import { watchBudget } from './budget.ts';
import { fairQueue } from './fair-queue.ts';
import type { ThreadEntry } from './thread-entry.ts';
import type { ThreadTask } from './thread-task.ts';

interface ThreadPoolOptions {
  entry: ThreadEntry;
  /** Most threads. They start when they are needed, one after the other, and are kept. */
  threads: number;
  /** What one thread may hold; over it the thread ends. */
  megabytes?: number;
  /** How many tasks may wait, and of one owner. */
  waiting?: number;
  waitingEach?: number;
}

interface TaskOptions<Input> {
  /** Whose work it is: owners take turns. */
  owner: string;
  input: Input;
  /** Processor time after which the thread is killed. */
  budgetMs: number;
}

/**
 * How a task ended. `over`: it wanted more time or memory than it may have. `busy`: it has not been tried, because too
 * much waits already. `failed`: it threw. `spentMs` is processor time, or a little more.
 */
export type TaskEnd<Output> =
  | { state: 'done'; output: Output; spentMs: number }
  | { state: 'over' }
  | { state: 'busy' }
  | { state: 'failed'; error: unknown };

export interface ThreadPool<Input, Output> {
  /** Never throws. */
  run: (task: TaskOptions<Input>) => Promise<TaskEnd<Output>>;
  /** Kills the threads; whoever asks from now on is told that they are busy. */
  close: () => Promise<void>;
}

/**
 * Threads for work over foreign text that cannot be made linear: one that does not end within its budget is killed with
 * its thread, and the process lives on. With several threads one owner never has them all.
 */
export function createThreadPool<Input, Output>({
  entry,
  threads,
  megabytes = 192,
  waiting = 200,
  waitingEach = 50,
}: ThreadPoolOptions): ThreadPool<Input, Output> {
  const queue = fairQueue({ running: threads, runningEach: Math.max(1, threads - 1), waiting, waitingEach });
  let opened: Promise<Piscina> | undefined;
  let isClosed = false;

  async function open(): Promise<Piscina> {
    // A process that never renders never loads it.
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: entry.filename,
      execArgv: entry.execArgv,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: Infinity,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    // Of a thread that has no task; a task's own error is answered to who asked for it.
    pool.on('error', (error: Error) => logger().error(errorFacts(error), 'thread failed'));
    return pool;
  }

  return {
    async run({ owner, input, budgetMs }) {
      const endTurn = await queue.enter(owner);
      if (!endTurn) return { state: 'busy' };
      const began = new SharedArrayBuffer(8);
      const budget = watchBudget(began, budgetMs);
      try {
        if (isClosed) return { state: 'busy' };
        const pool = await (opened ??= open());
        const task: ThreadTask<Input> = { input, began };
        const output = (await pool.run(task, { signal: budget.signal })) as Output;
        return { state: 'done', output, spentMs: budget.spentMs() };
      } catch (error) {
        if (budget.signal.aborted) return { state: budget.hasBegun() ? 'over' : 'busy' };
        if (isOutOfMemory(error)) return { state: 'over' };
        return { state: 'failed', error };
      } finally {
        budget.end();
        endTurn();
      }
    },
    async close() {
      isClosed = true;
      await (await opened)?.destroy();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
