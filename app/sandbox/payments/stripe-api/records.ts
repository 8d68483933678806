import { randomBytes } from 'node:crypto';

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const now = (): number => Math.floor(Date.now() / 1000);

/** A card by the outcome of its charges. */
export const CARDS = {
  good: { brand: 'visa', last4: '4242' },
  declined: { brand: 'mastercard', last4: '0341' },
  authentication: { brand: 'visa', last4: '3184' },
} as const;
export type CardKind = keyof typeof CARDS;

export interface PaymentMethod {
  id: string;
  customer: string | null;
  kind: CardKind;
}

export interface SetupSession {
  id: string;
  customer: string;
  reference: string | null;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  methodId: string | null;
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  customer: string;
  livemode: false;
  metadata: Record<string, string>;
  payment_method: string | null;
  status: string;
  last_payment_error: { type: string; code: string; decline_code?: string } | null;
  latest_charge: string | null;
}

/** The fields `name[...]` of a request. */
export function fieldsOf(fields: URLSearchParams, name: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of fields) {
    const [, inner] = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(key) ?? [];
    if (inner !== undefined) found[inner] = value;
  }
  return found;
}

/** A card as Stripe describes it. */
export function methodObject({ id, customer, kind }: PaymentMethod): object {
  return {
    id,
    object: 'payment_method',
    type: 'card',
    customer,
    card: { ...CARDS[kind], exp_month: 12, exp_year: 2031, funding: 'credit' },
  };
}

/** A page for a card as Stripe describes it. */
export function sessionObject(
  session: SetupSession,
  { origin, method }: { origin: string; method: PaymentMethod | null },
): object {
  const { id, customer, reference, metadata, methodId } = session;
  return {
    id,
    object: 'checkout.session',
    mode: 'setup',
    status: methodId === null ? 'open' : 'complete',
    payment_status: 'no_payment_required',
    payment_intent: null,
    client_reference_id: reference,
    customer,
    currency: 'usd',
    amount_subtotal: null,
    amount_total: null,
    livemode: false,
    metadata,
    setup_intent: methodId && {
      id: `seti_${id}`,
      object: 'setup_intent',
      status: 'succeeded',
      payment_method: method && methodObject(method),
    },
    url: methodId === null ? `${origin}/setup/${id}` : null,
  };
}
