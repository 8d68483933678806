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
