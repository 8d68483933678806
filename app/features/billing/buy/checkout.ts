import type { TypedAmount } from './buy-data.ts';

/** What became of the form for a payment in crypto. */
export interface CheckoutAnswer {
  /** As it was sent. */
  amount: TypedAmount;
  /** Where it is paid; null where no checkout was made. */
  page: string | null;
  /** `unreachable`: the payment service gave no usable answer. `refused`: it said no. */
  failed: 'unreachable' | 'refused' | null;
}
