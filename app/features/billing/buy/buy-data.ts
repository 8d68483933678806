import type { AmountProblem } from '#app/contracts/payments/fees.ts';

/** Path of payments in crypto. */
export const CHECKOUT_PATH = '/balance/checkout';

/** An amount as it was typed, and its problem. */
export interface TypedAmount {
  typed: string;
  problem: AmountProblem | null;
}

/** The ways to buy credit here. */
export interface BuyData {
  /** Address of the outside page for payments by card; null when none is set up. */
  cardUrl: string | null;
  /** True when credit is sold for crypto. */
  isCryptoSold: boolean;
  /** Id of the next checkout: sending the same form twice makes one checkout. */
  orderId: string;
  amount: TypedAmount;
  /** Result that a payment page reported on the way back. It adds no credit. */
  returned: 'made' | 'failed' | null;
}

/** Result of the form for a payment in crypto. */
export interface CheckoutAnswer {
  /** The amount as it was sent. */
  amount: TypedAmount;
  /** Address of the payment page; null when no checkout was made. */
  page: string | null;
  /** `unreachable`: the payment service gave no usable response. `refused`: it rejected the payment. */
  failed: 'unreachable' | 'refused' | null;
}
