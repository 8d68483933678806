import { stripeEvent, type StripeEvent } from '#app/sandbox/payments/stripe-wire.ts';
import { answered, invalid, refused, type Answer, type StripeRequest } from './answers.ts';
import { CheckoutSessions } from './checkout-sessions.ts';
import { IdempotencyKeys } from './idempotency.ts';
import {
  fieldsOf,
  methodObject,
  newId,
  now,
  sessionObject,
  type CardKind,
  type Intent,
  type PaymentMethod,
  type SetupSession,
} from './records.ts';

export interface StripeApiOptions {
  /** The secret key that requests must have; it may change. */
  key: string;
  /** Receives the events that Stripe would post to its webhook. */
  onEvent: (event: StripeEvent) => void;
}

/**
 * Stripe's API as far as the application needs it: pages for payments, and for top-ups customers, pages that
 * save cards, cards, and payments with them.
 */
export class StripeApi {
  readonly keys = new IdempotencyKeys();
  readonly customers = new Set<string>();
  readonly methods = new Map<string, PaymentMethod>();
  readonly sessions = new Map<string, SetupSession>();
  readonly checkouts = new CheckoutSessions();
  readonly intents = new Map<string, Intent>();
  /** Set once it listens. */
  origin = '';

  constructor(readonly options: StripeApiOptions) {}

  /** Answers a request below /v1. @param authorization its header */
  async answer(asked: StripeRequest, authorization: string | undefined): Promise<Answer> {
    if (authorization !== `Bearer ${this.options.key}`)
      return refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    return this.keys.answer(asked, () => Promise.resolve(this.#route(asked)));
  }

  #route({ method, path, fields }: StripeRequest): Answer {
    const [kind = '', id, act] = path
      .replace(/^\/v1\//, '')
      .replace('checkout/sessions', 'sessions')
      .split('/');
    const name = `${method} ${kind}${id === undefined ? '' : '/:id'}${act === undefined ? '' : `/${act}`}`;
    switch (name) {
      case 'POST customers':
        return this.#createCustomer();
      case 'DELETE customers/:id':
        return this.#deleteCustomer(id!);
      case 'POST sessions':
        return this.#createSession(fields);
      case 'GET sessions/:id':
        return this.#session(id!);
      case 'POST payment_methods/:id/detach':
        return this.#detach(id!);
      case 'POST payment_intents':
        return this.#pay(fields);
      case 'GET payment_intents':
        return this.#list(fields);
      default:
        return refused(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${name})` });
    }
  }

  #createCustomer(): Answer {
    const id = newId('cus');
    this.customers.add(id);
    return answered({ id, object: 'customer', livemode: false });
  }

  #deleteCustomer(id: string): Answer {
    if (!this.customers.delete(id)) return invalid('id', 'resource_missing');
    for (const method of this.methods.values()) if (method.customer === id) method.customer = null;
    return answered({ id, object: 'customer', deleted: true });
  }

  #createSession(fields: URLSearchParams): Answer {
    if (fields.get('mode') === 'payment') return this.checkouts.create(fields, this.origin);
    const customer = fields.get('customer') ?? '';
    if (fields.get('mode') !== 'setup') return invalid('mode');
    if (!this.customers.has(customer)) return invalid('customer', 'resource_missing');
    const reference = fields.get('client_reference_id') ?? '';
    const session: SetupSession = {
      id: newId('cs_test'),
      customer,
      reference: /^[\w-]{1,200}$/.test(reference) ? reference : null,
      metadata: fieldsOf(fields, 'metadata'),
      successUrl: fields.get('success_url') ?? '',
      cancelUrl: fields.get('cancel_url') ?? '',
      methodId: null,
    };
    this.sessions.set(session.id, session);
    return this.#session(session.id);
  }

  #session(id: string): Answer {
    const session = this.sessions.get(id);
    if (!session) return invalid('session', 'resource_missing');
    const method = this.methods.get(session.methodId ?? '') ?? null;
    return answered(sessionObject(session, { origin: this.origin, method }));
  }

  /**
   * The user's action on the page of a session. @returns where they continue; null for a page that was left
   */
  saveCard(sessionId: string, kind: CardKind): string | null {
    const session = this.sessions.get(sessionId);
    if (!session || session.methodId !== null) return null;
    const method = { id: newId('pm'), customer: session.customer, kind };
    this.methods.set(method.id, method);
    session.methodId = method.id;
    // The event contains only the id of objects that are not expanded.
    const told = {
      ...sessionObject(session, { origin: this.origin, method }),
      setup_intent: `seti_${session.id}`,
    };
    this.options.onEvent(stripeEvent('checkout.session.completed', told));
    return session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id);
  }

  #detach(id: string): Answer {
    const method = this.methods.get(id);
    if (!method?.customer) return invalid('payment_method', 'resource_missing');
    method.customer = null;
    return answered(methodObject(method));
  }

  #pay(fields: URLSearchParams): Answer {
    const amount = Number(fields.get('amount'));
    const customer = fields.get('customer') ?? '';
    const method = this.methods.get(fields.get('payment_method') ?? '');
    if (!(Number.isInteger(amount) && amount >= 50)) return invalid('amount');
    if (!this.customers.has(customer)) return invalid('customer', 'resource_missing');
    if (method?.customer !== customer) return invalid('payment_method', 'resource_missing');
    if (fields.get('off_session') !== 'true' || fields.get('confirm') !== 'true')
      return invalid('off_session');
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: fields.get('currency') ?? '',
      created: now(),
      customer,
      livemode: false,
      metadata: fieldsOf(fields, 'metadata'),
      payment_method: method.id,
      status: 'succeeded',
      last_payment_error: null,
      latest_charge: null,
    };
    this.intents.set(intent.id, intent);
    return method.kind === 'good' ? this.#charge(intent) : this.#decline(intent, method.kind);
  }

  #charge(intent: Intent): Answer {
    Object.assign(intent, { amount_received: intent.amount, latest_charge: newId('ch') });
    this.options.onEvent(stripeEvent('payment_intent.succeeded', { ...intent }));
    return answered({ ...intent });
  }

  #decline(intent: Intent, kind: Exclude<CardKind, 'good'>): Answer {
    const code = kind === 'declined' ? 'card_declined' : 'authentication_required';
    const error = { type: 'card_error', code, decline_code: kind === 'declined' ? 'generic_decline' : code };
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: error,
    });
    this.options.onEvent(stripeEvent('payment_intent.payment_failed', { ...intent }));
    return refused(402, { ...error, payment_intent: { ...intent } });
  }

  #list(fields: URLSearchParams): Answer {
    const since = Number(fields.get('created[gte]') ?? 0);
    const data = [...this.intents.values()]
      .filter(({ customer, created }) => customer === fields.get('customer') && created >= since)
      .toReversed()
      .slice(0, Number(fields.get('limit') ?? 10));
    return answered({ object: 'list', data, has_more: false, url: '/v1/payment_intents' });
  }
}
