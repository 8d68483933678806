import type { PaymentProvider } from '#app/contracts/payments/receipt.ts';

interface About {
  /** The payment's own id at its service: what all that is told of it names. */
  paymentId: string;
}

/** A payment was begun, made, or will not be made. Money is in the payment's currency, in millionths. */
export interface PaymentTold extends About {
  kind: 'payment';
  standing: 'waiting' | 'failed' | 'paid';
  checkoutId: string | null;
  /** What we sent along (see reference.ts), as it came back. */
  reference: string | null;
  /** False for what is no single payment, such as a subscription. */
  isSingle: boolean;
  currency: string;
  /** With tax. */
  paidMicro: bigint;
  taxMicro: bigint;
  /** What fees are taken of: paid without tax by card, settled to us in crypto. */
  settledMicro: bigint;
  /** The id of the top-up that it was made for; null for what its payer made. */
  topUpId: string | null;
  /** What the payer typed there: a hint for the operator, and nothing else. */
  email: string | null;
  at: Date;
}

/** One refund of a payment. Its standing only rises: what was told late changes nothing. */
export interface RefundTold extends About {
  kind: 'refund';
  refundId: string;
  amountMicro: bigint;
  standing: RefundStanding;
}

export const REFUND_STANDINGS = { pending: 0, done: 1, failed: 2 } as const;
export type RefundStanding = keyof typeof REFUND_STANDINGS;

/** What all refunds of a payment so far come to, those that fail later included. */
export interface RefundTotalTold extends About {
  kind: 'refund-total';
  amountMicro: bigint;
}

/** The bank took a payment back, or gave it back; an inquiry does neither. */
export interface DisputeTold extends About {
  kind: 'dispute';
  disputeId: string;
  amountMicro: bigint;
  isWithdrawn: boolean;
  isReinstated: boolean;
}

/** One thing that an event tells of a payment. In whatever order they come, together they say the same. */
export type PaymentFact = PaymentTold | RefundTold | RefundTotalTold | DisputeTold;

/** An event of a payment service whose signature was good. */
export interface PaymentEvent {
  provider: PaymentProvider;
  /** Unique at its service: an event that comes again is the same. */
  id: string;
  type: string;
  /** What the event is about, as its service calls it. */
  objectId: string | null;
  /** False where it happened in the service's test mode. */
  isLive: boolean;
  /** Nothing for events that concern no credit. */
  facts: readonly PaymentFact[];
  /** Whose card was saved at the service, to be paid with later, and on which of its pages. */
  card?: { accountId: string; sessionId: string };
}
