import type { SpendingWindow } from '#app/contracts/spending-limits.ts';

/** Max spending of an account in each window, as its owner set it, in micro-dollars; null for no cap. */
export type SpendingCaps = Record<SpendingWindow, bigint | null>;

/** Micro-dollars charged so far in each window. */
export type AccountSpend = Record<SpendingWindow, bigint>;

/** One cap of a locked account: `leftMicro` excludes charges and holds. */
export interface SpendingCap extends Budget {
  window: SpendingWindow;
  capMicro: bigint;
  /** End of the window. */
  resetsAt: Date;
}

/** A limit that several holds share, besides the account. */
export interface Budget {
  /** Unique among the budgets of all accounts. */
  id: string;
  /** The remainder before this transaction, in micro-dollars. */
  leftMicro: bigint;
}

/** The first day (UTC) of each window that contains a moment, such as `2026-11-16`. */
export function windowStarts(now: Date): Record<SpendingWindow, string> {
  const day = now.toISOString().slice(0, 10);
  return { daily: day, monthly: `${day.slice(0, 7)}-01` };
}

/** The time at which the window of a moment ends and the next one begins: midnight, UTC. */
export function windowEnd(window: SpendingWindow, now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(window === 'daily' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
}

interface Used {
  caps: SpendingCaps;
  spent: AccountSpend;
  heldMicro: bigint;
  now: Date;
}

/**
 * The remainder of each cap that is set, never below zero. A hold counts in both windows as long as it
 * exists: a run that ends after midnight is charged to a window that has reserved room for it. The month
 * comes first: if both refuse, it is the one that lasts longer.
 */
export function capsOf(accountId: string, { caps, spent, heldMicro, now }: Used): SpendingCap[] {
  return (['monthly', 'daily'] as const).flatMap((window) => {
    const capMicro = caps[window];
    if (capMicro === null) return [];
    const left = capMicro - spent[window] - heldMicro;
    const leftMicro = left > 0n ? left : 0n;
    return [{ id: `${accountId}:${window}`, window, capMicro, leftMicro, resetsAt: windowEnd(window, now) }];
  });
}
