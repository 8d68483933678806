/** What is left of one purchase, in micro-dollars. */
export interface Lot {
  /** The entry of the ledger that opened it. */
  entryId: bigint;
  purchaseId: string;
  expiresAt: Date;
  remainingMicro: bigint;
  /** What refunds, chargebacks and fees of its purchase took out of it: so much may come back. */
  takenMicro: bigint;
  /** How often something of it was booked as expired. */
  expiries: number;
}

/** An account's balance by when it expires: all lots and what lasts, less the debt. Micro-dollars, none below 0. */
export interface Credit {
  /** The one that expires first comes first. */
  lots: readonly Lot[];
  /** What does not expire: credit that was given. */
  lastingMicro: bigint;
  /** What the balance is below zero. Nothing is left of lots and lasting credit then. */
  debtMicro: bigint;
}

export const NO_CREDIT: Credit = { lots: [], lastingMicro: 0n, debtMicro: 0n };

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

/** How many days before a lot expires its owner is told. */
export const NOTICE_DAYS = [30, 7] as const;

type NoticeDays = (typeof NOTICE_DAYS)[number];

/** What is to be booked as expired of a lot, in micro-dollars above 0. */
interface DueExpiry {
  lot: Lot;
  amountMicro: bigint;
}

/** The balance that the parts add up to. */
export function sumOf({ lots, lastingMicro, debtMicro }: Credit): bigint {
  return lots.reduce((sum, { remainingMicro }) => sum + remainingMicro, lastingMicro - debtMicro);
}

/** Credit of an account of which nothing expires. */
export function lasting(balanceMicro: bigint): Credit {
  return balanceMicro < 0n
    ? { ...NO_CREDIT, debtMicro: -balanceMicro }
    : { ...NO_CREDIT, lastingMicro: balanceMicro };
}

/**
 * What has expired and is not held. A charge takes the oldest credit, so what is held is the oldest credit, too: it
 * expires at a later time, if it is released.
 */
export function dueExpiries(
  { lots }: Credit,
  { heldMicro, now }: { heldMicro: bigint; now: Date },
): DueExpiry[] {
  let coveredMicro = heldMicro;
  const due: DueExpiry[] = [];
  for (const lot of lots.filter((one) => isOver(one, now))) {
    const keptMicro = coveredMicro < lot.remainingMicro ? coveredMicro : lot.remainingMicro;
    coveredMicro -= keptMicro;
    if (lot.remainingMicro > keptMicro) due.push({ lot, amountMicro: lot.remainingMicro - keptMicro });
  }
  return due;
}

/** Whether a lot's twelve months have passed. */
export function isOver({ expiresAt }: Pick<Lot, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now;
}

/** The lots of which notice is due at a time, each with the latest notice that is: who missed one is not told twice. */
export function dueNotices({ lots }: Credit, now: Date): { lot: Lot; days: NoticeDays }[] {
  return lots.flatMap((lot) => {
    if (isOver(lot, now) || lot.remainingMicro === 0n) return [];
    const days = NOTICE_DAYS.findLast((one) => noticeAt(lot, one) <= now.getTime());
    return days === undefined ? [] : [{ lot, days }];
  });
}

/**
 * When an account is to be looked at next; null while it has no lot. At least once a day, an account with many entries
 * once an hour, so that who reads its lots has few entries left to apply.
 */
export function nextLook({ lots }: Credit, { now, isBusy }: { now: Date; isBusy: boolean }): Date | null {
  if (lots.length === 0) return null;
  // What has expired and is held.
  const isWaiting = lots.some((lot) => isOver(lot, now));
  const latest = now.getTime() + (isBusy || isWaiting ? HOUR_MS : DAY_MS);
  const moments = lots.flatMap((lot) => [
    lot.expiresAt.getTime(),
    ...NOTICE_DAYS.map((days) => noticeAt(lot, days)),
  ]);
  return new Date(Math.min(latest, ...moments.filter((moment) => moment > now.getTime())));
}

/** When notice is due, in milliseconds. */
export function noticeAt({ expiresAt }: Pick<Lot, 'expiresAt'>, days: NoticeDays): number {
  return expiresAt.getTime() - days * DAY_MS;
}

/** Without lots that have expired and of which nothing is left. */
export function withoutEnded(credit: Credit, now: Date): Credit {
  return { ...credit, lots: credit.lots.filter((lot) => lot.remainingMicro > 0n || !isOver(lot, now)) };
}
