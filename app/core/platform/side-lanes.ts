/** A lane whose callers were refused takes those that come within so long, instead of the batches of all. */
const SHUT_MS = 10_000;

interface Lane<Caller> {
  waiting: Caller[];
  isBusy: boolean;
  /** Its last callers were refused, and until when that is remembered. */
  isShut: boolean;
  shutUntil: number;
}

interface LaneOptions<Caller> {
  /** What a caller shares with those that wait for the same rows. */
  laneOf(caller: Caller): unknown;
  /** Callers of a lane at a time. */
  maxSize: number;
  /**
   * Answers callers of one lane.
   * @param isShut those before them were refused: they need not be tried for long
   * @returns false where they were kept from their rows to the end
   */
  answer(callers: Caller[], isShut: boolean): Promise<boolean>;
}

export interface SideLanes<Caller> {
  /** Takes a caller whose lane waits for its rows. @returns false where it has none */
  join(caller: Caller): boolean;
  /** Takes callers of a batch that was kept from the rows of at least one of them. */
  open(callers: readonly Caller[]): void;
}

/**
 * Callers that leave the batches of all, because another transaction keeps them from their rows: each lane goes on by
 * itself, and its later callers follow it there until it is free.
 */
export function createSideLanes<Caller>({ laneOf, maxSize, answer }: LaneOptions<Caller>): SideLanes<Caller> {
  const lanes = new Map<unknown, Lane<Caller>>();

  async function drain(name: unknown, lane: Lane<Caller>): Promise<void> {
    lane.isBusy = true;
    while (lane.waiting.length > 0)
      lane.isShut = !(await answer(lane.waiting.splice(0, maxSize), lane.isShut));
    lane.isBusy = false;
    if (!lane.isShut) lanes.delete(name);
    else {
      lane.shutUntil = performance.now() + SHUT_MS;
      setTimeout(() => forget(name, lane), SHUT_MS).unref();
    }
  }

  function forget(name: unknown, lane: Lane<Caller>): void {
    const isUsed = lane.isBusy || lane.waiting.length > 0;
    if (!isUsed && performance.now() >= lane.shutUntil) lanes.delete(name);
  }

  function push(name: unknown, lane: Lane<Caller>, caller: Caller): void {
    lane.waiting.push(caller);
    // Those of one moment go together.
    if (lane.waiting.length === 1 && !lane.isBusy) setImmediate(() => void drain(name, lane));
  }

  return {
    join(caller) {
      if (lanes.size === 0) return false;
      const name = laneOf(caller);
      const lane = lanes.get(name);
      if (lane) push(name, lane, caller);
      return lane !== undefined;
    },
    open(callers) {
      for (const caller of callers) {
        const name = laneOf(caller);
        const lane = lanes.get(name) ?? { waiting: [], isBusy: false, isShut: false, shutUntil: 0 };
        lanes.set(name, lane);
        push(name, lane, caller);
      }
    },
  };
}
