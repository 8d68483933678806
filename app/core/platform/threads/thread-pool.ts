import type { Piscina } from 'piscina';
import { Gate } from '#app/core/platform/concurrency.ts';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { watchBudget, type ThreadTask } from './thread-task.ts';

interface ThreadPoolOptions {
  entry: ThreadEntry;
  /** Max threads. They start one by one on demand and stay. */
  threads: number;
  /** Memory limit of one thread; beyond it the thread is ended. */
  megabytes?: number;
  /** Max waiting tasks, in total and per owner. */
  waiting?: number;
  waitingEach?: number;
}

interface TaskOptions<Input> {
  /** The owner of the task: owners take turns. */
  owner: string;
  input: Input;
  /** Processor time after which the thread is killed. */
  budgetMs: number;
}

/**
 * How a task ended. `over`: it exceeded its time or memory. `busy`: it was not tried, because too many tasks
 * wait. `failed`: it threw. `spentMs` is processor time, or a little more.
 */
export type TaskEnd<Output> =
  | { state: 'done'; output: Output; spentMs: number }
  | { state: 'over' }
  | { state: 'busy' }
  | { state: 'failed'; error: unknown };

export interface ThreadPool<Input, Output> {
  /** Never throws. */
  run: (task: TaskOptions<Input>) => Promise<TaskEnd<Output>>;
  /** Kills the threads; later calls return `busy`. */
  close: () => Promise<void>;
}

/** The entry file of a thread, and the arguments that Node needs for it. */
export interface ThreadEntry {
  filename: string;
  execArgv: string[];
}

/**
 * Threads for work on untrusted text that cannot be made linear: a task that exceeds its budget is killed
 * with its thread, and the process continues. With several threads one owner never occupies all of them.
 */
export function createThreadPool<Input, Output>({
  entry,
  threads,
  megabytes = 192,
  waiting = 200,
  waitingEach = 50,
}: ThreadPoolOptions): ThreadPool<Input, Output> {
  const gate = new Gate({ running: threads, runningEach: Math.max(1, threads - 1), waiting, waitingEach });
  let opened: Promise<Piscina> | undefined;
  let isClosed = false;

  async function open(): Promise<Piscina> {
    // Loaded on first use: most processes never render.
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
    // Errors of a thread without a task; the error of a task is returned to its caller.
    pool.on('error', (error: Error) => logger().error(errorFacts(error), 'thread failed'));
    return pool;
  }

  return {
    async run({ owner, input, budgetMs }) {
      const leave = await gate.enter(owner);
      if (!leave) return { state: 'busy' };
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
        leave();
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

/**
 * Finds the file of a thread beside the code that starts it. In the build every thread is an entry of its own
 * beside the processes (`scripts/build.mjs`); from the sources (development, tests) it is loaded through tsx.
 * @param module `import.meta.url` of the calling module
 * @param name `../render-thread.ts`, relative to the caller; the build has it as `render-thread.js`
 */
export function threadEntry(module: string, name: string): ThreadEntry {
  const isSource = /\.tsx?(?:\?|$)/.test(module);
  if (isSource) return { filename: new URL(name, module).href, execArgv: ['--import', 'tsx'] };
  const file = name.slice(name.lastIndexOf('/') + 1).replace(/\.tsx?$/, '.js');
  return { filename: new URL(file, module).href, execArgv: [] };
}
