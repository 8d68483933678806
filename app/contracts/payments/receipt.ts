/**
 * A payment and the credit for it. Money is millionths of its currency as text, credit is millionths of a
 * dollar.
 */
export interface PurchaseLine {
  id: string;
  /** ISO 8601: the time of the payment, or of the first notice of it. */
  at: string;
  provider: PaymentProvider;
  /** Made by an automatic top-up. */
  isAutomatic: boolean;
  state: Exclude<PurchaseState, 'unseen'>;
  reason: PurchaseReason | null;
  /** ISO 4217 code, in lower case. */
  currency: string;
  /** Including tax. */
  paidMicro: string;
  taxMicro: string;
  /** The fees: ours, and in crypto that of the payment service, too. Null if nothing was credited. */
  feeMicro: string | null;
  creditedMicro: string;
  /** The part of the payment that refunds returned; failed refunds do not count. */
  refundedMicro: string;
  /** A chargeback took the money back and was not reversed. */
  isTakenBack: boolean;
}

/** A payment with its whole history, for its receipt. */
export interface PurchaseReceipt extends PurchaseLine {
  /** The payment's id at its payment service. */
  paymentId: string;
  /** The payment service's part of the fee; 0 by card. */
  serviceFeeMicro: string;
  /** Credit that all refunds took back. */
  returnedMicro: string;
  refunds: { amountMicro: string; standing: 'pending' | 'done' | 'failed' }[];
  /** Chargebacks whose money has been withdrawn; inquiries are not included. */
  chargebacks: { amountMicro: string; feeMicro: string; isReversed: boolean }[];
}

/** The payment service: by card, or in crypto. */
export type PaymentProvider = 'stripe' | 'coinbase';

/** The ways to pay. */
export const PAY_METHODS = ['card', 'crypto'] as const;

export type PayMethod = (typeof PAY_METHODS)[number];

/**
 * The state of a payment: only a notice about it has arrived, not the payment itself (`unseen`); not paid
 * yet; never paid; credited; paid with a reference that names no account; or paid and not creditable.
 */
export type PurchaseState = 'unseen' | 'waiting' | 'failed' | 'credited' | 'unmatched' | 'refused';

/** The reason why a payment is not credited. */
export type PurchaseReason = 'no_reference' | 'no_account' | 'currency' | 'too_little' | 'mode';
