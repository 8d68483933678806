import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { fromDecimal } from '#app/core/payments/amounts.ts';
import { MAX_AGE_S, SignatureError } from '#app/core/payments/errors.ts';
import type { PaymentEvent, PaymentFact, RefundStanding } from '#app/core/payments/payment-event.ts';

type CheckoutEvent = z.output<typeof coinbaseEvent>;

const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w-]+$/);

const currency = z
  .string()
  .regex(/^[A-Za-z]{3,8}$/)
  .transform((code) => code.toLowerCase());

const amount = z
  .string()
  .max(40)
  .transform((text, context): bigint => {
    const micro = fromDecimal(text);
    if (micro !== null) return micro;
    context.addIssue({ code: 'custom', message: 'is no amount' });
    return z.NEVER;
  });

/** The part of a checkout that we read, as Coinbase Business sends it when it changes. */
const coinbaseEvent = z.object({
  id,
  eventType: z
    .string()
    .max(80)
    .regex(/^[\w.]+$/),
  metadata: z
    .object({ reference: z.string().max(200).nullish().catch(null) })
    .nullish()
    .catch(null),
  settlement: z.object({ totalAmount: amount, netAmount: amount, currency }).nullish(),
  refunds: z
    .array(z.object({ id, amount, currency, status: z.string().max(40) }))
    .max(200)
    .nullish(),
  updatedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
});

const LONGEST_HEADER = 4096;

const MAX_NAMES = 20;

/**
 * Reads a webhook of Coinbase Business: the checkout itself, with its changes.
 * @throws ZodError for a webhook in another format
 */
export function readCoinbaseEvent(body: unknown): PaymentEvent {
  const event = coinbaseEvent.parse(body);
  return {
    provider: 'coinbase',
    id: idOf(event),
    type: event.eventType,
    objectId: event.id,
    isLive: true,
    facts: factsOf(event),
  };
}

/** Coinbase gives an event no id: we use the change and the checkout, or the states of its refunds. */
function idOf({ id, eventType, refunds }: CheckoutEvent): string {
  if (!eventType.startsWith('checkout.refund.')) return `${id}:${eventType}`;
  const states = (refunds ?? []).map((refund) => `${refund.id} ${refund.status}`).sort();
  return `${id}:${eventType}:${createHash('sha256').update(states.join('\n')).digest('hex').slice(0, 32)}`;
}

function factsOf(event: CheckoutEvent): PaymentFact[] {
  if (event.eventType === 'checkout.payment.success') return paymentOf(event);
  if (event.eventType.startsWith('checkout.refund.')) return refundsOf(event);
  return [];
}

function paymentOf({ id, metadata, settlement, updatedAt }: CheckoutEvent): PaymentFact[] {
  // The settled amount is the paid one; without it nothing can be credited, and a later delivery may contain
  // it.
  if (!settlement) throw new Error('A payment in crypto was told without its settlement');
  const { totalAmount, netAmount, currency } = settlement;
  return [
    {
      kind: 'payment',
      paymentId: id,
      standing: 'paid',
      checkoutId: id,
      reference: metadata?.reference ?? null,
      isSingle: true,
      // A USDC counts as a dollar.
      currency: currency === 'usdc' ? 'usd' : currency,
      paidMicro: totalAmount,
      taxMicro: 0n,
      settledMicro: netAmount < totalAmount ? netAmount : totalAmount,
      topUpId: null,
      email: null,
      at: updatedAt ? new Date(updatedAt) : new Date(),
    },
  ];
}

const REFUND_STATES: Readonly<Record<string, RefundStanding | undefined>> = {
  COMPLETED: 'done',
  FAILED: 'failed',
};

function refundsOf({ id, refunds }: CheckoutEvent): PaymentFact[] {
  return (refunds ?? []).map((refund) => ({
    kind: 'refund',
    paymentId: id,
    refundId: refund.id,
    amountMicro: refund.amount,
    standing: REFUND_STATES[refund.status] ?? 'pending',
  }));
}

/**
 * Checks `X-Hook0-Signature: t=<seconds>,h=<names of headers>,v1=<hex>`: an HMAC over the time, the names,
 * the values of these headers and the raw body. Other versions are ignored.
 * @param headers looked up by name, for those that were signed as well
 * @throws SignatureError
 */
export function verifyCoinbase(
  bytes: Uint8Array,
  headers: Pick<Headers, 'get'>,
  { secret, now = new Date() }: { secret: string; now?: Date },
): void {
  const header = headers.get('x-hook0-signature');
  if (header === null) throw new SignatureError('missing');
  const { time, names, signatures } = partsOf(header);
  const values = names.split(' ').filter((name) => name !== '');
  if (values.length > MAX_NAMES || values.some((name) => !/^[\w-]{1,100}$/.test(name)))
    throw new SignatureError('malformed');
  const signed = `${time}.${names}.${values.map((name) => headers.get(name) ?? '').join('.')}.`;
  const wanted = createHmac('sha256', secret).update(signed).update(bytes).digest();
  const isTheirs = signatures.some(
    (hex) => /^[0-9a-f]{64}$/i.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), wanted),
  );
  if (!isTheirs) throw new SignatureError('signature');
  if (Math.abs(now.getTime() / 1000 - Number(time)) > MAX_AGE_S) throw new SignatureError('age');
}

function partsOf(header: string): { time: string; names: string; signatures: string[] } {
  if (header.length > LONGEST_HEADER) throw new SignatureError('malformed');
  const parts = header.split(',').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  const valuesOf = (wanted: string) => parts.filter(([name]) => name === wanted).map(([, value]) => value);
  const [time] = valuesOf('t');
  if (time === undefined || !/^\d{1,12}$/.test(time)) throw new SignatureError('malformed');
  return { time, names: valuesOf('h')[0] ?? '', signatures: valuesOf('v1') };
}
