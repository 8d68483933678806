import { MICRO_PER_DOLLAR, parseDollars, type Micro } from '#app/contracts/money.ts';

/** Our fees, which the terms of service state. Percentages apply to the paid amount without tax. */
export const CARD_FEE_PERCENT = 6n;

export const CARD_FEE_MICRO = 350_000n;

/** Applies to the amount that the payment service settles to us. */
export const CRYPTO_FEE_PERCENT = 1n;

/** Minimum payment, without tax. */
export const MIN_PAYMENT_MICRO = 5n * MICRO_PER_DOLLAR;

/** The fee for a chargeback, besides the disputed amount. */
export const DISPUTE_FEE_MICRO = 15n * MICRO_PER_DOLLAR;

/** Maximum amount of one purchase. */
export const MAX_PAYMENT_MICRO = 10_000n * MICRO_PER_DOLLAR;

const MICRO_PER_CENT = MICRO_PER_DOLLAR / 100n;

/**
 * The reason why an amount cannot be paid: it is not an amount in dollars and cents, or it is out of bounds.
 */
export type AmountProblem = 'not_an_amount' | 'too_little' | 'too_much';

/**
 * The credit for a card payment, rounded down.
 * @param paidMicro without tax
 */
export function cardCredit(paidMicro: Micro): Micro {
  return atLeastZero((paidMicro * (100n - CARD_FEE_PERCENT)) / 100n - CARD_FEE_MICRO);
}

/**
 * The credit for a crypto payment, rounded down.
 * @param netMicro the amount that is settled to us
 */
export function cryptoCredit(netMicro: Micro): Micro {
  return atLeastZero((netMicro * (100n - CRYPTO_FEE_PERCENT)) / 100n);
}

/**
 * The part of a credit that all refunds of its payment take back together, rounded down: a fully refunded
 * payment takes back the whole credit, independent of the number of refunds.
 */
export function refundedCredit(payment: {
  creditedMicro: Micro;
  paidMicro: Micro;
  refundedMicro: Micro;
}): Micro {
  const { creditedMicro, paidMicro, refundedMicro } = payment;
  if (paidMicro <= 0n || refundedMicro <= 0n) return 0n;
  if (refundedMicro >= paidMicro) return creditedMicro;
  return (creditedMicro * refundedMicro) / paidMicro;
}

function atLeastZero(micro: Micro): Micro {
  return micro > 0n ? micro : 0n;
}

/** Parses a typed amount to pay, `20`, `20.50` or `$20`, without tax. */
export function readPayAmount(text: string): { micro: Micro } | { problem: AmountProblem } {
  const micro = parseDollars(text);
  if (micro === null || micro % MICRO_PER_CENT !== 0n) return { problem: 'not_an_amount' };
  if (micro < MIN_PAYMENT_MICRO) return { problem: 'too_little' };
  if (micro > MAX_PAYMENT_MICRO) return { problem: 'too_much' };
  return { micro };
}
