import type { z } from 'zod';
import { fromSmallestUnit } from '#app/core/payments/amounts.ts';
import { MAX_AGE_S, SignatureError } from '#app/core/payments/errors.ts';
import type {
  PaymentEvent,
  PaymentFact,
  ReportedPayment,
  RefundStanding,
} from '#app/core/payments/payment-event.ts';
import { readReference } from '#app/core/payments/reference.ts';
import { isId } from '#app/core/platform/ids.ts';
import {
  stripeIntentResponse,
  stripeCharge,
  stripeDispute,
  stripeEnvelope,
  stripeIntent,
  stripeRefund,
  stripeSession,
} from './wire.ts';

const LONGEST_HEADER = 4096;

/**
 * Reads the facts about payments from a Stripe event; most events have none.
 * @throws ZodError for an event in another format
 */
export function readStripeEvent(body: unknown): PaymentEvent {
  const { id, type, livemode, created, data } = stripeEnvelope.parse(body);
  const { object } = data;
  const card = type === 'checkout.session.completed' ? readSavedCard(object) : null;
  return {
    provider: 'stripe',
    id,
    type,
    objectId: object.id ?? null,
    isLive: livemode,
    facts: READERS[type]?.(object, new Date(created * 1000)) ?? [],
    ...(card && { card }),
  };
}

/**
 * Converts Stripe's answer about a payment that we requested to an event: a webhook may report the same
 * before it, after it or never.
 * @throws ZodError for an answer in another format
 */
export function readIntentResponse(intent: unknown): PaymentEvent {
  const { id, livemode, created } = stripeIntentResponse.parse(intent);
  return {
    provider: 'stripe',
    id: `answer:${id}`,
    type: 'payment_intent.succeeded',
    objectId: id,
    isLive: livemode,
    facts: readIntent(intent, new Date(created * 1000)),
  };
}

/** The page on which a card was saved, and its account; null for all other pages. */
function readSavedCard(object: unknown): PaymentEvent['card'] | null {
  const { id, mode, client_reference_id: reference } = stripeSession.parse(object);
  const accountId = mode === 'setup' ? readReference(reference ?? null) : null;
  return accountId === null ? null : { accountId, sessionId: id };
}

type Reader = (object: unknown, at: Date) => PaymentFact[];

/** By event type. Types that are missing here do not concern credit. */
const READERS: Readonly<Record<string, Reader | undefined>> = Object.assign(Object.create(null), {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': (object: unknown, at: Date) =>
    readSession(object, at).map((fact) => ({ ...fact, standing: 'failed' as const })),
  'payment_intent.succeeded': readIntent,
  'charge.refunded': readCharge,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': (object: unknown) =>
    readRefund(object).map((fact) => ({ ...fact, standing: 'failed' as const })),
  'charge.dispute.created': readDispute('told'),
  'charge.dispute.updated': readDispute('told'),
  'charge.dispute.funds_withdrawn': readDispute('withdrawn'),
  'charge.dispute.funds_reinstated': readDispute('reinstated'),
  'charge.dispute.closed': readDispute('told'),
} satisfies Record<string, Reader>);

function readSession(object: unknown, at: Date): ReportedPayment[] {
  const session = stripeSession.parse(object);
  // Without a payment there is nothing to credit.
  if (session.payment_status === 'no_payment_required') return [];
  const total = session.amount_total ?? 0;
  const currency = session.currency ?? 'usd';
  const tax = taxOf(session, total);
  return [
    {
      kind: 'payment',
      paymentId: session.payment_intent ?? session.id,
      standing: session.payment_status === 'paid' ? 'paid' : 'waiting',
      checkoutId: session.id,
      reference: session.client_reference_id ?? null,
      isSingle: session.mode === 'payment',
      currency,
      paidMicro: fromSmallestUnit(total, currency),
      taxMicro: fromSmallestUnit(tax, currency),
      settledMicro: fromSmallestUnit(total - tax, currency),
      topUpId: null,
      email: session.customer_details?.email ?? null,
      at,
    },
  ];
}

/** Tax is never credited: if it is not stated, everything above the subtotal counts as tax. */
function taxOf({ amount_subtotal: subtotal, total_details: details }: Session, total: number): number {
  const tax = details?.amount_tax ?? Math.max(0, total - (subtotal ?? total));
  return Math.min(tax, total);
}

type Session = z.output<typeof stripeSession>;

/** A payment without a page contains our reference itself; a payment by a page is read from its session. */
function readIntent(object: unknown, at: Date): ReportedPayment[] {
  const { id, amount_received: amount, currency, metadata } = stripeIntent.parse(object);
  const reference = metadata?.reference ?? null;
  if (reference === null) return [];
  const paidMicro = fromSmallestUnit(amount, currency);
  return [
    {
      kind: 'payment',
      paymentId: id,
      standing: 'paid',
      checkoutId: null,
      reference,
      isSingle: true,
      currency,
      paidMicro,
      taxMicro: 0n,
      settledMicro: paidMicro,
      topUpId: isId(metadata?.top_up) ? metadata.top_up : null,
      email: null,
      at,
    },
  ];
}

function readCharge(object: unknown): PaymentFact[] {
  const { payment_intent: paymentId, amount_refunded: amount, currency } = stripeCharge.parse(object);
  if (!paymentId) return [];
  return [{ kind: 'refund-total', paymentId, amountMicro: fromSmallestUnit(amount, currency) }];
}

const REFUND_STATES: Readonly<Record<string, RefundStanding | undefined>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

function readRefund(object: unknown): Extract<PaymentFact, { kind: 'refund' }>[] {
  const { id, payment_intent: paymentId, amount, currency, status } = stripeRefund.parse(object);
  if (!paymentId) return [];
  const standing = REFUND_STATES[status ?? ''] ?? 'pending';
  const amountMicro = fromSmallestUnit(amount, currency);
  return [{ kind: 'refund', paymentId, refundId: id, amountMicro, standing }];
}

/** The event of an inquiry: no money has moved. A dispute that was won returns the money that had left. */
function readDispute(change: 'told' | 'withdrawn' | 'reinstated'): Reader {
  return (object) => {
    const { id, payment_intent: paymentId, amount, currency, status } = stripeDispute.parse(object);
    if (!paymentId) return [];
    return [
      {
        kind: 'dispute',
        paymentId,
        disputeId: id,
        amountMicro: fromSmallestUnit(amount, currency),
        isWithdrawn: change === 'withdrawn',
        isReinstated: change === 'reinstated' || status === 'won',
      },
    ];
  };
}

/**
 * Checks the signature and the age of a Stripe webhook with Stripe's package, which is large and loaded on
 * first use.
 * @param bytes the body as received
 * @param header `Stripe-Signature`
 * @returns the event that it contains, not checked any further
 * @throws SignatureError
 */
export async function verifyStripe(
  bytes: Uint8Array,
  header: string | null,
  secret: string,
): Promise<unknown> {
  if (header === null) throw new SignatureError('missing');
  if (header.length > LONGEST_HEADER) throw new SignatureError('malformed');
  const { Stripe } = await import('stripe');
  const time = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1]);
  try {
    const event: unknown = Stripe.webhooks.constructEvent(bytes, header, secret, MAX_AGE_S);
    // Stripe's package checks only the past.
    if (time * 1000 <= Date.now() + MAX_AGE_S * 1000) return event;
  } catch (error) {
    if (error instanceof SyntaxError) throw new SignatureError('malformed');
    // Neither Stripe's error nor its message is passed on: it contains the body and the header.
    if (!/tolerance/.test((error as Error).message)) throw new SignatureError('signature');
  }
  throw new SignatureError('age');
}
