import type { PaymentProvider } from '#app/contracts/payments/receipt.ts';

interface About {
  /** The payment's own id at its service: every fact about it contains it. */
  paymentId: string;
}

/** A payment was started, made, or failed. Amounts are in the payment's currency, in millionths. */
export interface ReportedPayment extends About {
  kind: 'payment';
  standing: 'waiting' | 'failed' | 'paid';
  checkoutId: string | null;
  /** The reference that we sent (see reference.ts), as it came back. */
  reference: string | null;
  /** False for anything but a single payment, such as a subscription. */
  isSingle: boolean;
  currency: string;
  /** With tax. */
  paidMicro: bigint;
  taxMicro: bigint;
  /** The amount that fees are taken from: paid without tax by card, settled to us in crypto. */
  settledMicro: bigint;
  /** The id of the top-up that it was made for; null for a payment by its payer. */
  topUpId: string | null;
  /** The email that the payer typed there: only a hint for the operator. */
  email: string | null;
  at: Date;
}

/** One refund of a payment. Its standing only rises: a late fact changes nothing. */
export interface ReportedRefund extends About {
  kind: 'refund';
  refundId: string;
  amountMicro: bigint;
  standing: RefundStanding;
}

export const REFUND_STANDINGS = { pending: 0, done: 1, failed: 2 } as const;
export type RefundStanding = keyof typeof REFUND_STANDINGS;

/** The sum of all refunds of a payment so far, including those that fail later. */
export interface ReportedRefundTotal extends About {
  kind: 'refund-total';
  amountMicro: bigint;
}

/** The bank withdrew a payment, or reinstated it; an inquiry does neither. */
export interface ReportedDispute extends About {
  kind: 'dispute';
  disputeId: string;
  amountMicro: bigint;
  isWithdrawn: boolean;
  isReinstated: boolean;
}

/** One fact of an event about a payment. The result of several facts does not depend on their order. */
export type PaymentFact = ReportedPayment | ReportedRefund | ReportedRefundTotal | ReportedDispute;

/** An event of a payment service with a valid signature. */
export interface PaymentEvent {
  provider: PaymentProvider;
  /** Unique at its service: a repeated event has the same id. */
  id: string;
  type: string;
  /** The object of the event, by the service's id. */
  objectId: string | null;
  /** False when it happened in the service's test mode. */
  isLive: boolean;
  /** Empty for events that do not concern credit. */
  facts: readonly PaymentFact[];
  /** The account whose card was saved at the service for later payments, and the page of that. */
  card?: { accountId: string; sessionId: string };
}
