/** The message to a thread: the input, and the memory in which it reports when it began. */
export interface ThreadTask<Input> {
  input: Input;
  /** One `BigInt64`: milliseconds since 1970, or 0 before the task begins. */
  began: SharedArrayBuffer;
}

/**
 * A thread that cannot even begin, because its code is missing or the machine hangs, is given up after this.
 */
const START_MS = 10_000;

/** Time until the first check of a task; most have ended by then. */
const CHECK_MS = 20;

/** On a busy machine a thread may take this many times its budget in wall-clock time. */
const WALL_CLOCK_FACTOR = 8;

interface Budget {
  /** Aborts when the budget is spent. */
  signal: AbortSignal;
  hasBegun: () => boolean;
  /** An upper bound of the processor time of the task, in milliseconds. */
  spentMs: () => number;
  end: () => void;
}

/** Wraps the default export of a thread's file: reports that it has begun, then does the work. */
export function threadTask<Input, Output>(work: (input: Input) => Output | Promise<Output>) {
  return ({ input, began }: ThreadTask<Input>): Output | Promise<Output> => {
    Atomics.store(new BigInt64Array(began), 0, BigInt(Date.now()));
    return work(input);
  };
}

/**
 * Watches the processor time of a task from the moment its thread begins. The time of a single thread cannot
 * be read from outside; but it is never more than the elapsed time, nor than the processor time of the whole
 * process since then: a task that the machine delayed is not killed for it.
 * @param began the memory in which the thread reports that it has begun (`threadTask`)
 */
export function watchBudget(began: SharedArrayBuffer, budgetMs: number): Budget {
  const start = new BigInt64Array(began);
  const abort = new AbortController();
  const since = Date.now();
  let atStart: NodeJS.CpuUsage | null = null;
  let timer = setTimeout(check, CHECK_MS);

  function check(): void {
    const begun = Number(Atomics.load(start, 0));
    const now = Date.now();
    if (begun === 0) {
      if (now - since > START_MS) return abort.abort();
      timer = setTimeout(check, CHECK_MS);
      return;
    }
    atStart ??= process.cpuUsage();
    const left = budgetMs - spentMs();
    if (left <= 0 || now - begun > budgetMs * WALL_CLOCK_FACTOR) return abort.abort();
    timer = setTimeout(check, Math.max(left, CHECK_MS));
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
