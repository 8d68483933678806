import type { AmountProblem } from '#app/contracts/payments/fees.ts';
import type { PayMethod } from '#app/contracts/payments/receipt.ts';

/** Path on which a payment page is requested. */
export const CHECKOUT_PATH = '/balance/checkout';

/** An amount as it was typed, and its problem. */
export interface TypedAmount {
  typed: string;
  problem: AmountProblem | null;
}

/** The choices of a payment. */
export interface PayChoices {
  /** The ways to pay here; empty when none is set up. */
  ways: readonly PayMethod[];
  /** The chosen way. */
  method: PayMethod;
  /** True when the card's payment page lets the payer choose the amount. */
  isAmountChosenThere: boolean;
  /** Id of the next payment page: sending the same form twice makes one page. */
  orderId: string;
  amount: TypedAmount;
}

/** The ways to buy credit here. */
export interface BuyData extends PayChoices {
  /** Result that a payment page reported on the way back. It adds no credit. */
  returned: 'made' | 'failed' | null;
}

/** Result of the form of a payment. */
export interface CheckoutAnswer {
  /** The amount and the way as they were sent. */
  amount: TypedAmount;
  method: PayMethod;
  /** Address of the payment page; null when none was made. */
  page: string | null;
  /** `unreachable`: the payment service gave no usable response. `refused`: it rejected the payment. */
  failed: 'unreachable' | 'refused' | null;
}
