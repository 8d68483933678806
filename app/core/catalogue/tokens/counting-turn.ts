/** Max milliseconds of one turn of the event loop for all counts together. */
const TURN_MS = 5;

let spentMs = 0;
let renews = false;

/** The owner of a count: an account, or a symbol of its own. */
export type CountOwner = string | symbol;

/** Waiting counts, by owner; the owner without a turn for the longest time comes first. */
const waiting = new Map<CountOwner, (() => void)[]>();

/** Returns true when other work of the process must come before any more counting. */
export function isTurnSpent(): boolean {
  return spentMs >= TURN_MS;
}

/** Deducts the time of a piece of counting from this turn of the event loop. */
export function spendTurn(ms: number): void {
  spentMs += ms;
  if (renews) return;
  renews = true;
  setImmediate(renewTurn);
}

/**
 * Waits for a turn. Turns rotate among owners, however many texts each has. After its turn a caller calls
 * `endTurn`, or waits again.
 */
export function awaitTurn(owner: CountOwner): Promise<void> {
  return new Promise((resolve) => {
    const own = waiting.get(owner);
    if (own) own.push(resolve);
    else waiting.set(owner, [resolve]);
    endTurn();
  });
}

/** Starts the next waiting count while there is time left. */
export function endTurn(): void {
  if (isTurnSpent()) return;
  for (const [owner, [next, ...others]] of waiting) {
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    next?.();
    return;
  }
}

function renewTurn(): void {
  spentMs = 0;
  renews = false;
  endTurn();
}
