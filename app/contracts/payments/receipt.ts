/** What a payment was worth. Money is millionths of its currency as text, credit millionths of a dollar. */
export interface PurchaseLine {
  id: string;
  /** ISO 8601: when it was paid, or told of first. */
  at: string;
  provider: PaymentProvider;
  /** A top-up made it by itself. */
  isAutomatic: boolean;
  state: Exclude<PurchaseState, 'unseen'>;
  reason: PurchaseReason | null;
  /** Code of ISO 4217, in lower case. */
  currency: string;
  /** With tax. */
  paidMicro: string;
  taxMicro: string;
  /** What was kept of it: ours, and in crypto that of the payment service. Null where nothing was credited. */
  feeMicro: string | null;
  creditedMicro: string;
  /** Of what was paid, by refunds that have not failed. */
  refundedMicro: string;
  /** A chargeback has taken it back, and was not reversed. */
  isTakenBack: boolean;
}

/** The same with all that happened to it, for its receipt. */
export interface PurchaseReceipt extends PurchaseLine {
  /** The payment's id at its service. */
  paymentId: string;
  /** The part of the fee that the payment service kept; 0 by card. */
  serviceFeeMicro: string;
  /** Credit that all refunds took back. */
  returnedMicro: string;
  refunds: { amountMicro: string; standing: 'pending' | 'done' | 'failed' }[];
  /** Chargebacks whose money has left; inquiries are none. */
  chargebacks: { amountMicro: string; feeMicro: string; isReversed: boolean }[];
}

/** Who takes the money: by card, or in crypto. */
export type PaymentProvider = 'stripe' | 'coinbase';

/**
 * Where a payment stands: what was told of it before it was itself (`unseen`), not paid yet, never paid, credited, paid by
 * nobody whom our reference names, or paid and not creditable.
 */
export type PurchaseState = 'unseen' | 'waiting' | 'failed' | 'credited' | 'unmatched' | 'refused';

/** Why a payment is not credited. */
export type PurchaseReason = 'no_reference' | 'no_account' | 'currency' | 'too_little' | 'mode';
