/**
 * A lane whose callers were refused receives the callers of the next milliseconds, instead of the shared
 * batches.
 */
const SHUT_MS = 10_000;

interface Lane<Caller> {
  waiting: Caller[];
  isBusy: boolean;
  /** True after its last callers were refused, until `shutUntil`. */
  isShut: boolean;
  shutUntil: number;
}

interface LaneOptions<Caller> {
  /** The key of the rows that a caller shares with others. */
  laneOf(caller: Caller): unknown;
  /** Max callers of a lane per call of `answer`. */
  maxSize: number;
  /**
   * Answers callers of one lane.
   * @param isShut the callers before them were refused: no need to retry for long
   * @returns false if their rows stayed locked until the end
   */
  answer(callers: Caller[], isShut: boolean): Promise<boolean>;
}

export interface SideLanes<Caller> {
  /** Adds a caller if its lane is open. @returns false if it is not */
  join(caller: Caller): boolean;
  /** Opens lanes for the callers of a batch, of which at least one has locked rows. */
  open(callers: readonly Caller[]): void;
}

/**
 * Lanes for callers that leave the shared batches because another transaction has locked their rows: each
 * lane continues by itself, and later callers of the lane join it until it is free.
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
    // Concurrent callers of a lane go together.
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
