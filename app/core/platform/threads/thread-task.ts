/** What a thread is sent: the work, and the place where it says since when it has been at it. */
export interface ThreadTask<Input> {
  input: Input;
  /** One `BigInt64`: milliseconds since 1970, or 0 while it has not begun. */
  began: SharedArrayBuffer;
}

/** A thread that cannot even begin, because its code is not there or the machine stands, is given up after this. */
const START_MS = 10_000;

/** How long until a task is looked at; most have ended by then. */
const LOOK_MS = 20;

/** On a busy machine a thread may take so many times its budget, as the clock on the wall goes. */
const WALL_CLOCK_FACTOR = 8;

interface Budget {
  /** Aborts when the budget is spent. */
  signal: AbortSignal;
  hasBegun: () => boolean;
  /** Milliseconds that the task has had at most. */
  spentMs: () => number;
  end: () => void;
}

/** Makes the default export of a thread's file: says that it has begun, then works. */
export function threadTask<Input, Output>(work: (input: Input) => Output | Promise<Output>) {
  return ({ input, began }: ThreadTask<Input>): Output | Promise<Output> => {
    Atomics.store(new BigInt64Array(began), 0, BigInt(Date.now()));
    return work(input);
  };
}

/**
 * Watches the processor time of a task from the moment that its thread begins with it. No thread's own time can be
 * read from outside; but it is never more than the clock has gone on, nor than the whole process has had meanwhile: a task
 * that the machine kept waiting is not blamed for it.
 * @param began where the thread says that it has begun (`threadTask`)
 */
export function watchBudget(began: SharedArrayBuffer, budgetMs: number): Budget {
  const start = new BigInt64Array(began);
  const abort = new AbortController();
  const since = Date.now();
  let atStart: NodeJS.CpuUsage | null = null;
  let timer = setTimeout(look, LOOK_MS);

  function look(): void {
    const begun = Number(Atomics.load(start, 0));
    const now = Date.now();
    if (begun === 0) {
      if (now - since > START_MS) return abort.abort();
      timer = setTimeout(look, LOOK_MS);
      return;
    }
    atStart ??= process.cpuUsage();
    const left = budgetMs - spentMs();
    if (left <= 0 || now - begun > budgetMs * WALL_CLOCK_FACTOR) return abort.abort();
    timer = setTimeout(look, Math.max(left, LOOK_MS));
  }

  function spentMs(): number {
    const begun = Number(Atomics.load(start, 0));
    const elapsed = begun === 0 ? 0 : Date.now() - begun;
    if (!atStart) return elapsed;
    const { user, system } = process.cpuUsage(atStart);
    return Math.min((user + system) / 1000, elapsed);
  }

  return {
    signal: abort.signal,
    hasBegun: () => Number(Atomics.load(start, 0)) > 0,
    spentMs,
    end: () => clearTimeout(timer),
  };
}
