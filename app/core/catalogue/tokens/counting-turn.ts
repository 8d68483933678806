/** How long all counts together may hold one turn of the event loop. */
const TURN_MS = 5;

let spentMs = 0;
let renews = false;

/** For whom a count is made: an account, or something of its own. */
export type CountOwner = string | symbol;

/** Counts that wait, by owner; the owner who had no turn for the longest stands first. */
const waiting = new Map<CountOwner, (() => void)[]>();

/** True when other work of the process has to come before any more counting. */
export function isTurnSpent(): boolean {
  return spentMs >= TURN_MS;
}

/** Takes what a piece of counting took from this turn of the event loop. */
export function spendTurn(ms: number): void {
  spentMs += ms;
  if (renews) return;
  renews = true;
  setImmediate(renewTurn);
}

/**
 * Waits for a turn. Owners have theirs in rotation, however many texts each has. Who was let on calls `endTurn`, or
 * waits again.
 */
export function awaitTurn(owner: CountOwner): Promise<void> {
  return new Promise((resolve) => {
    const own = waiting.get(owner);
    if (own) own.push(resolve);
    else waiting.set(owner, [resolve]);
    endTurn();
  });
}

/** Lets the next one on while there is time left. */
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
