import type { PaymentProvider, PurchaseReason } from '#app/contracts/payments/receipt.ts';

export const PAYMENT_VIEWS = ['unmatched', 'refused'] as const;
export type PaymentView = (typeof PAYMENT_VIEWS)[number];

/** Longest address that is looked for. */
export const EMAIL_MAX = 120;

/** A payment that nobody was credited with; money is micro-dollars as text, times are ISO 8601. */
export interface PaymentLine {
  id: string;
  provider: PaymentProvider;
  paymentId: string;
  /** Made by a top-up. */
  isAutomatic: boolean;
  reason: PurchaseReason | null;
  currency: string | null;
  paidMicro: string;
  paidAt: string | null;
  /** What the payer typed at the payment service: a hint, and no proof. */
  email: string | null;
  /** The user with this address. */
  known: { id: string; email: string } | null;
}

/** What is asked before a payment is credited. */
export interface MatchQuestion {
  payment: PaymentLine;
  /** What was typed. */
  email: string;
  /** Null where nobody has that address. */
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
