import { MICRO_PER_DOLLAR, parseDollars, type Micro } from '#app/contracts/money.ts';

/** What we keep of a payment, as the terms of service say it. Percents are of what was paid without tax. */
export const CARD_FEE_PERCENT = 6n;

export const CARD_FEE_MICRO = 350_000n;

/** Of what the payment service settles to us. */
export const CRYPTO_FEE_PERCENT = 1n;

/** The least that can be paid, without tax. */
export const LEAST_PAYMENT_MICRO = 5n * MICRO_PER_DOLLAR;

/** What a chargeback costs beside the disputed amount. */
export const DISPUTE_FEE_MICRO = 15n * MICRO_PER_DOLLAR;

/** The most that is sold at once. */
export const MOST_PAYMENT_MICRO = 10_000n * MICRO_PER_DOLLAR;

const MICRO_PER_CENT = MICRO_PER_DOLLAR / 100n;

/** Why an amount cannot be paid: it is none in dollars and cents, or out of bounds. */
export type AmountProblem = 'not_an_amount' | 'too_little' | 'too_much';

/** What a payment by card is worth as credit, rounded down. @param paidMicro without tax */
export function cardCredit(paidMicro: Micro): Micro {
  return atLeastZero((paidMicro * (100n - CARD_FEE_PERCENT)) / 100n - CARD_FEE_MICRO);
}

/** What a payment in crypto is worth as credit, rounded down. @param netMicro what is settled to us */
export function cryptoCredit(netMicro: Micro): Micro {
  return atLeastZero((netMicro * (100n - CRYPTO_FEE_PERCENT)) / 100n);
}

/**
 * The part of a credit that all refunds of its payment take back together, rounded down: a payment that is refunded as a
 * whole takes back all that was credited, in however many parts it was refunded.
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

/** What a person typed as the amount to pay, `20`, `20.50` or `$20`, without tax. */
export function readPayAmount(text: string): { micro: Micro } | { problem: AmountProblem } {
  const micro = parseDollars(text);
  if (micro === null || micro % MICRO_PER_CENT !== 0n) return { problem: 'not_an_amount' };
  if (micro < LEAST_PAYMENT_MICRO) return { problem: 'too_little' };
  if (micro > MOST_PAYMENT_MICRO) return { problem: 'too_much' };
  return { micro };
}
