import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';

/** Cents, as Stripe has them. */
export interface CardPayment {
  intentId: string;
  sessionId: string;
  chargeId: string;
  reference: string | null;
  email: string | null;
  /** Without tax. */
  subtotal: number;
  tax: number;
  currency: string;
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The payment that a payer makes on the payment page, with ids of its own. */
export function newCardPayment(facts: Partial<CardPayment> = {}): CardPayment {
  return {
    intentId: newId('pi'),
    sessionId: newId('cs_test'),
    chargeId: newId('ch'),
    reference: null,
    email: 'payer@example.test',
    subtotal: 2000,
    tax: 0,
    currency: 'usd',
    ...facts,
  };
}

/** An event as Stripe sends it. */
export type StripeEvent = Record<string, unknown> & { id: string; type: string };

/** @param facts.created seconds */
export function stripeEvent(
  type: string,
  object: object,
  { id = newId('evt'), livemode = false, created = Math.floor(Date.now() / 1000) } = {},
): StripeEvent {
  return {
    id,
    object: 'event',
    api_version: '2026-10-28.clover',
    created,
    data: { object },
    livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

/** The session of a payment link. */
export function sessionObject(payment: CardPayment, facts: object = {}): object {
  const { sessionId, intentId, reference, email, subtotal, tax, currency } = payment;
  return {
    id: sessionId,
    object: 'checkout.session',
    amount_subtotal: subtotal,
    amount_total: subtotal + tax,
    client_reference_id: reference,
    currency,
    customer: null,
    customer_details: { email, name: 'A payer', address: { country: 'US' }, tax_ids: [] },
    livemode: false,
    metadata: {},
    mode: 'payment',
    payment_intent: intentId,
    payment_link: 'plink_1',
    payment_status: 'paid',
    status: 'complete',
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
    ...facts,
  };
}

export function intentObject(
  { intentId, chargeId, subtotal, tax, currency }: CardPayment,
  facts = {},
): object {
  return {
    id: intentId,
    object: 'payment_intent',
    amount: subtotal + tax,
    amount_received: subtotal + tax,
    currency,
    latest_charge: chargeId,
    metadata: {},
    status: 'succeeded',
    ...facts,
  };
}

export function chargeObject(
  { chargeId, intentId, subtotal, tax, currency }: CardPayment,
  refunded: number,
): object {
  return {
    id: chargeId,
    object: 'charge',
    amount: subtotal + tax,
    amount_refunded: refunded,
    currency,
    payment_intent: intentId,
    refunded: refunded === subtotal + tax,
  };
}

export function refundObject(
  { chargeId, intentId, currency }: CardPayment,
  facts: { id?: string; amount: number; status?: string },
): { id: string } {
  return {
    id: newId('re'),
    object: 'refund',
    charge: chargeId,
    currency,
    payment_intent: intentId,
    reason: 'requested_by_customer',
    status: 'succeeded',
    ...facts,
  } as { id: string };
}

export function disputeObject(
  { chargeId, intentId, currency }: CardPayment,
  facts: { id?: string; amount: number; status?: string },
): { id: string } {
  return {
    id: newId('dp'),
    object: 'dispute',
    balance_transactions: [],
    charge: chargeId,
    currency,
    evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
    ...facts,
  } as { id: string };
}

/**
 * A webhook as Stripe posts it: the body, and its headers with a signature. @param timestamp seconds; the
 * default is now
 */
export function signedByStripe(
  event: StripeEvent,
  { secret, timestamp }: { secret: string; timestamp?: number },
): { method: 'POST'; body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signature,
    },
  };
}
