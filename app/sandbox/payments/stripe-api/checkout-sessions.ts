import { sessionObject, newCardPayment, type CardPayment } from '#app/sandbox/payments/stripe-wire.ts';
import { answered, invalid, type Answer } from './answers.ts';
import { fieldsOf } from './records.ts';

/** A line of a payment page. */
interface CheckoutLine {
  name: string;
  /** Cents. */
  amount: number;
  /** Whether a tax is added to the amount. */
  excludesTax: boolean;
}

/** A page that accepts one payment. */
export interface CheckoutSession {
  payment: CardPayment;
  lines: CheckoutLine[];
  metadata: Record<string, string>;
  /** Metadata of the payment, which its events have. */
  intentMetadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  status: 'open' | 'complete';
}

const MAX_LINES = 100;

/** Stripe's minimum, in cents. */
const MIN_TOTAL = 50;

/** The tax that is added when the application asks for one. */
const TAX_PERCENT = 20;

/** Checkout Sessions for payments: they are created by the application and paid on their page. */
export class CheckoutSessions {
  readonly #known = new Map<string, CheckoutSession>();

  get(id: string): CheckoutSession | undefined {
    return this.#known.get(id);
  }

  /** Answers the request for a session. @param origin that of its page */
  create(fields: URLSearchParams, origin: string): Answer {
    const lines = readLines(fields);
    if (!lines) return invalid('line_items');
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    if (total < MIN_TOTAL) return invalid('line_items', 'amount_too_small');
    const email = fields.get('customer_email');
    if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) return invalid('customer_email', 'email_invalid');
    const reference = fields.get('client_reference_id') ?? '';
    const isTaxed = fields.get('automatic_tax[enabled]') === 'true';
    if (isTaxed && !lines.every(({ excludesTax }) => excludesTax)) return invalid('line_items');
    const payment = newCardPayment({
      subtotal: total,
      tax: isTaxed ? Math.round((total * TAX_PERCENT) / 100) : 0,
      email,
      reference: /^[\w-]{1,200}$/.test(reference) ? reference : null,
    });
    const session: CheckoutSession = {
      payment,
      lines,
      metadata: fieldsOf(fields, 'metadata'),
      intentMetadata: fieldsOf(fields, 'payment_intent_data\\[metadata\\]'),
      successUrl: fields.get('success_url') ?? '',
      cancelUrl: fields.get('cancel_url') ?? '',
      status: 'open',
    };
    this.#known.set(payment.sessionId, session);
    return answered({ ...objectOf(session), url: `${origin}/pay/${payment.sessionId}` });
  }
}

/** A session as events report it. */
export function objectOf({ payment, metadata, status }: CheckoutSession, facts: object = {}): object {
  const isOpen = status === 'open';
  return sessionObject(payment, {
    metadata,
    status,
    payment_link: null,
    ...(isOpen && { payment_status: 'unpaid', payment_intent: null, customer_details: null }),
    ...facts,
  });
}

/** The lines of a request; null if one of them is not a fixed price in US dollars. */
function readLines(fields: URLSearchParams): CheckoutLine[] | null {
  const lines: CheckoutLine[] = [];
  for (let at = 0; at < MAX_LINES && fields.has(`line_items[${at}][quantity]`); at += 1) {
    const field = (name: string) => fields.get(`line_items[${at}]${name}`);
    const name = field('[price_data][product_data][name]');
    const amount = Number(field('[price_data][unit_amount]') ?? Number.NaN);
    if (!name || field('[price_data][currency]') !== 'usd' || field('[quantity]') !== '1') return null;
    if (!(Number.isInteger(amount) && amount >= 0)) return null;
    lines.push({ name, amount, excludesTax: field('[price_data][tax_behavior]') === 'exclusive' });
  }
  return lines.length === 0 ? null : lines;
}
