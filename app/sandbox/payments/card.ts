import {
  chargeObject,
  disputeObject,
  intentObject,
  newCardPayment,
  refundObject,
  signedByStripe,
  stripeEvent,
  type CardPayment,
} from './stripe-wire.ts';
import { objectOf, type CheckoutSession } from './stripe-api/checkout-sessions.ts';
import type { Intent } from './stripe-api/records.ts';
import { deliver } from './deliver.ts';
import { acts, dollars, escapeHtml, page } from './html.ts';
import type { PageOptions } from './page-options.ts';

interface Paid {
  payment: CardPayment;
  /** Cents. */
  refunded: number;
  dispute: { id: string } | null;
  /** Events, the newest last. */
  said: string[];
}

const totalOf = ({ subtotal, tax }: CardPayment): number => subtotal + tax;

/**
 * Payments by card: Stripe's page of a session, and what happens to a payment afterwards. Only payments that
 * were tried are known.
 */
export class CardPayments {
  readonly #known = new Map<string, Paid>();

  constructor(private readonly options: PageOptions) {}

  /** The page of a session: the amount is fixed. A session is paid once. */
  form({ payment, lines, cancelUrl, status }: CheckoutSession): string {
    const total = dollars(totalOf(payment));
    const rows = lines.map(({ name, amount }) => `<li>${escapeHtml(name)}: ${dollars(amount)}</li>`);
    if (payment.tax > 0) rows.push(`<li>Tax: ${dollars(payment.tax)}</li>`);
    const form = acts(
      `/pay/${payment.sessionId}`,
      [
        ['pay', `Pay ${total}`],
        ['fail', 'Fail to pay'],
      ],
      `<label>E-mail <input name="email" type="email" value="${escapeHtml(payment.email ?? '')}"></label>`,
    );
    return page(
      `Pay ${total} by card`,
      `<ul>${rows.join('')}</ul>
       ${status === 'open' ? form : `<p>This page was used. <a href="/payments/${payment.intentId}">The payment</a></p>`}
       <p><a href="${escapeHtml(cancelUrl)}">Back to the application</a></p>
       <p><a href="/payments">Refunds and chargebacks of payments</a></p>`,
    );
  }

  /** @returns where the payer continues; null for a session that was used, or an unknown act */
  async pay(session: CheckoutSession, form: URLSearchParams): Promise<string | null> {
    const act = form.get('act');
    if (session.status !== 'open' || (act !== 'pay' && act !== 'fail')) return null;
    session.status = 'complete';
    const email = form.get('email') ?? session.payment.email;
    session.payment = { ...session.payment, email };
    const paid: Paid = { payment: session.payment, refunded: 0, dispute: null, said: [] };
    this.#known.set(session.payment.intentId, paid);
    if (act === 'fail') {
      const unpaid = objectOf(session, { payment_status: 'unpaid' });
      await this.#tell(paid, 'checkout.session.completed', unpaid);
      await this.#tell(paid, 'checkout.session.async_payment_failed', unpaid);
      return session.cancelUrl;
    }
    await this.#tell(paid, 'checkout.session.completed', objectOf(session));
    const intent = intentObject(session.payment, { metadata: session.intentMetadata });
    await this.#tell(paid, 'payment_intent.succeeded', intent);
    return session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.payment.sessionId);
  }

  /** The payments that were tried, the newest first. */
  list(): string {
    const rows = [...this.#known.values()].toReversed().map(
      ({ payment }) =>
        `<li><a href="/payments/${payment.intentId}">Payment of ${dollars(totalOf(payment))}</a>
         ${escapeHtml(payment.email ?? '')}</li>`,
    );
    return page('Payments', rows.length === 0 ? '<p>None yet.</p>' : `<ul>${rows.join('')}</ul>`);
  }

  /**
   * Registers a payment that was made with a saved card, so that it can be refunded and disputed:
   * `/payments/<id>`.
   */
  remember({ id, amount, latest_charge: chargeId }: Intent): void {
    const payment = newCardPayment({ intentId: id, subtotal: amount, chargeId: chargeId ?? '' });
    this.#known.set(id, { payment, refunded: 0, dispute: null, said: ['Made by a saved card'] });
  }

  /** A payment and its possible next events; null for an unknown one. */
  show(id: string): string | null {
    const paid = this.#known.get(id);
    if (!paid) return null;
    const total = totalOf(paid.payment);
    return page(
      `Payment of ${dollars(total)}`,
      `<ul>${paid.said.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
       ${acts(`/payments/${id}`, [
         ['refund-half', 'Refund a half'],
         ['refund', 'Refund all'],
         ['dispute', 'Take it back by a chargeback'],
         ['win', 'Reverse the chargeback'],
       ])}
       <p><a href="${escapeHtml(this.options.appOrigin)}/balance?payment=made">Back to the application</a></p>`,
    );
  }

  /** @returns false for an unknown payment */
  async act(id: string, act: string | null): Promise<boolean> {
    const paid = this.#known.get(id);
    if (!paid) return false;
    const { payment } = paid;
    const total = totalOf(payment);
    if (act === 'refund') await this.#refund(paid, total - paid.refunded);
    if (act === 'refund-half')
      await this.#refund(paid, Math.min(Math.floor(total / 2), total - paid.refunded));
    if (act === 'dispute' && paid.dispute === null) {
      paid.dispute = disputeObject(payment, { amount: total });
      await this.#tell(paid, 'charge.dispute.created', paid.dispute);
      await this.#tell(paid, 'charge.dispute.funds_withdrawn', paid.dispute);
    }
    if (act === 'win' && paid.dispute !== null) {
      const won = { ...paid.dispute, status: 'won' };
      await this.#tell(paid, 'charge.dispute.funds_reinstated', won);
      await this.#tell(paid, 'charge.dispute.closed', won);
    }
    return true;
  }

  async #refund(paid: Paid, cents: number): Promise<void> {
    if (cents <= 0) return;
    paid.refunded += cents;
    await this.#tell(paid, 'refund.created', refundObject(paid.payment, { amount: cents }));
    await this.#tell(paid, 'charge.refunded', chargeObject(paid.payment, paid.refunded));
  }

  async #tell(paid: Paid, type: string, object: object): Promise<void> {
    const { appOrigin, stripeSecret } = this.options;
    const event = stripeEvent(type, object);
    const said = await deliver(`${appOrigin}/api/webhooks/stripe`, () =>
      signedByStripe(event, { secret: stripeSecret }),
    );
    paid.said.push(`${type}: ${said}`);
  }
}
