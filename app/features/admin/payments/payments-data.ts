import type { PaymentProvider, PurchaseReason } from '#app/contracts/payments/receipt.ts';

export const PAYMENT_VIEWS = ['unmatched', 'refused'] as const;
export type PaymentView = (typeof PAYMENT_VIEWS)[number];

/** Max length of an address in the search. */
export const EMAIL_MAX = 120;

/** A payment that is not credited to any account; money is in micro-dollars, as text; times are ISO 8601. */
export interface PaymentLine {
  id: string;
  provider: PaymentProvider;
  paymentId: string;
  /** Made by an automatic top-up. */
  isAutomatic: boolean;
  reason: PurchaseReason | null;
  currency: string | null;
  paidMicro: string;
  paidAt: string | null;
  /** Address that the payer typed at the payment service: a hint, not a proof. */
  email: string | null;
  /** The user with this address. */
  known: { id: string; email: string } | null;
}

/** Question before a payment is credited. */
export interface MatchQuestion {
  payment: PaymentLine;
  /** The typed address. */
  email: string;
  /** Null when no user has that address. */
  user: { id: string; email: string; name: string } | null;
  creditMicro: string;
}

export interface PaymentsData {
  view: PaymentView;
  isLater: boolean;
  payments: PaymentLine[];
  nextBefore: string | null;
  question: MatchQuestion | null;
}
