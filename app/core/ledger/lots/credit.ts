/** The remainder of one purchase, in micro-dollars. */
export interface Lot {
  /** The entry of the ledger that opened it. */
  entryId: bigint;
  purchaseId: string;
  expiresAt: Date;
  remainingMicro: bigint;
  /** Amount that refunds, chargebacks and fees of its purchase took from it: at most this may come back. */
  takenMicro: bigint;
  /** Number of its expiry bookings. */
  expiries: number;
}

/** An account's balance by expiry: all lots and the lasting credit, less the debt. Micro-dollars, >= 0. */
export interface Credit {
  /** Sorted by expiry, the earliest first. */
  lots: readonly Lot[];
  /** Credit that does not expire: it was given. */
  lastingMicro: bigint;
  /** The amount of the balance below zero. Lots and lasting credit are empty then. */
  debtMicro: bigint;
}

export const NO_CREDIT: Credit = { lots: [], lastingMicro: 0n, debtMicro: 0n };

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

/** The owner gets a notice this many days before a lot expires. */
export const NOTICE_DAYS = [30, 7] as const;

type NoticeDays = (typeof NOTICE_DAYS)[number];

/** The amount to be booked as expired of a lot, in micro-dollars above 0. */
interface DueExpiry {
  lot: Lot;
  amountMicro: bigint;
}

/** The balance that the parts add up to. */
export function sumOf({ lots, lastingMicro, debtMicro }: Credit): bigint {
  return lots.reduce((sum, { remainingMicro }) => sum + remainingMicro, lastingMicro - debtMicro);
}

/** Credit of an account without anything that expires. */
export function lasting(balanceMicro: bigint): Credit {
  return balanceMicro < 0n
    ? { ...NO_CREDIT, debtMicro: -balanceMicro }
    : { ...NO_CREDIT, lastingMicro: balanceMicro };
}

/**
 * The expired amounts that are not held. A charge takes the oldest credit, so the held amount is the oldest
 * credit, too: it expires later, if it is released.
 */
export function dueExpiries(
  { lots }: Credit,
  { heldMicro, now }: { heldMicro: bigint; now: Date },
): DueExpiry[] {
  let coveredMicro = heldMicro;
  const due: DueExpiry[] = [];
  for (const lot of lots.filter((one) => hasExpired(one, now))) {
    const stillHeldMicro = coveredMicro < lot.remainingMicro ? coveredMicro : lot.remainingMicro;
    coveredMicro -= stillHeldMicro;
    if (lot.remainingMicro > stillHeldMicro)
      due.push({ lot, amountMicro: lot.remainingMicro - stillHeldMicro });
  }
  return due;
}

/** Returns whether a lot's twelve months have passed. */
export function hasExpired({ expiresAt }: Pick<Lot, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now;
}

/** The lots with a due notice, each with the latest due notice only: a missed one is not sent as well. */
export function dueNotices({ lots }: Credit, now: Date): { lot: Lot; days: NoticeDays }[] {
  return lots.flatMap((lot) => {
    if (hasExpired(lot, now) || lot.remainingMicro === 0n) return [];
    const days = NOTICE_DAYS.findLast((one) => noticeAt(lot, one) <= now.getTime());
    return days === undefined ? [] : [{ lot, days }];
  });
}

/**
 * The time of the next expiry check of an account; null while it has no lot. At least once a day, once an
 * hour for an account with many entries, so that readers of its lots have few entries left to apply.
 */
export function nextCheck({ lots }: Credit, { now, isBusy }: { now: Date; isBusy: boolean }): Date | null {
  if (lots.length === 0) return null;
  // Expired lots that are still held.
  const isWaiting = lots.some((lot) => hasExpired(lot, now));
  const latest = now.getTime() + (isBusy || isWaiting ? HOUR_MS : DAY_MS);
  const moments = lots.flatMap((lot) => [
    lot.expiresAt.getTime(),
    ...NOTICE_DAYS.map((days) => noticeAt(lot, days)),
  ]);
  return new Date(Math.min(latest, ...moments.filter((moment) => moment > now.getTime())));
}

/** The time at which a notice is due, in milliseconds. */
export function noticeAt({ expiresAt }: Pick<Lot, 'expiresAt'>, days: NoticeDays): number {
  return expiresAt.getTime() - days * DAY_MS;
}

/** The credit without expired lots that are empty. */
export function withoutEnded(credit: Credit, now: Date): Credit {
  return { ...credit, lots: credit.lots.filter((lot) => lot.remainingMicro > 0n || !hasExpired(lot, now)) };
}
