import type { AmountProblem } from '#app/contracts/payments/fees.ts';

/** Where credit is paid for in crypto. */
export const CHECKOUT_PATH = '/balance/checkout';

/** An amount as it was typed, and what is wrong with it. */
export interface TypedAmount {
  typed: string;
  problem: AmountProblem | null;
}

/** How credit can be bought here. */
export interface BuyData {
  /** The outside page on which it is paid for by card; null where none is set up. */
  cardUrl: string | null;
  /** Whether it is sold for crypto. */
  isCryptoSold: boolean;
  /** Names the next checkout: the same form twice makes one. */
  orderId: string;
  amount: TypedAmount;
  /** What a payment page said on the way back. It credits nothing. */
  returned: 'made' | 'failed' | null;
}

/** What became of the form for a payment in crypto. */
export interface CheckoutAnswer {
  /** As it was sent. */
  amount: TypedAmount;
  /** Where it is paid; null where no checkout was made. */
  page: string | null;
  /** `unreachable`: the payment service gave no usable answer. `refused`: it said no. */
  failed: 'unreachable' | 'refused' | null;
}
