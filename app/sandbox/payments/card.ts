import {
  chargeObject,
  disputeObject,
  intentObject,
  newCardPayment,
  refundObject,
  sessionObject,
  signedByStripe,
  stripeEvent,
  type CardPayment,
} from './stripe-wire.ts';
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

const DEFAULT_AMOUNT = '20.00';

/**
 * Payments by card: the pages and actions of a Stripe payment link. Only paid payments are known afterwards.
 */
export class CardPayments {
  readonly #known = new Map<string, Paid>();

  constructor(private readonly options: PageOptions) {}

  /** The page that PAYMENT_URL leads to. */
  form(query: URLSearchParams): string {
    const email = escapeHtml(query.get('prefilled_email') ?? '');
    const reference = escapeHtml(query.get('client_reference_id') ?? '');
    return page(
      'Pay by card',
      acts(
        '/pay',
        [
          ['pay', 'Pay'],
          ['fail', 'Fail to pay'],
        ],
        `<label>E-mail <input name="email" type="email" value="${email}"></label>
         <label>Amount in US dollars <input name="amount" value="${DEFAULT_AMOUNT}" inputmode="decimal"></label>
         <input type="hidden" name="reference" value="${reference}">`,
      ),
    );
  }

  /** @returns where the payer continues; null for an invalid amount */
  async pay(form: URLSearchParams): Promise<string | null> {
    const cents = Math.round(Number(form.get('amount')) * 100);
    if (!(cents > 0 && cents < 1e8)) return null;
    const reference = form.get('reference') ?? '';
    const payment = newCardPayment({
      subtotal: cents,
      email: form.get('email'),
      // Stripe drops parameters that it does not accept.
      reference: /^[\w-]{1,200}$/.test(reference) ? reference : null,
    });
    const paid: Paid = { payment, refunded: 0, dispute: null, said: [] };
    this.#known.set(payment.intentId, paid);
    if (form.get('act') === 'fail') await this.#fail(paid);
    else {
      await this.#tell(paid, 'checkout.session.completed', sessionObject(payment));
      await this.#tell(paid, 'payment_intent.succeeded', intentObject(payment));
    }
    return `/payments/${payment.intentId}`;
  }

  /**
   * Registers a payment that was made with a saved card, so that it can be refunded and disputed:
   * `/payments/<id>`.
   */
  remember({ id, amount, latest_charge: chargeId }: Intent): void {
    const payment = newCardPayment({ intentId: id, subtotal: amount, chargeId: chargeId ?? '' });
    this.#known.set(id, { payment, refunded: 0, dispute: null, said: ['Made by a saved card'] });
  }

  async #fail(paid: Paid): Promise<void> {
    const unpaid = sessionObject(paid.payment, { payment_status: 'unpaid' });
    await this.#tell(paid, 'checkout.session.completed', unpaid);
    await this.#tell(paid, 'checkout.session.async_payment_failed', unpaid);
  }

  /** A payment and its possible next events; null for an unknown one. */
  show(id: string): string | null {
    const paid = this.#known.get(id);
    if (!paid) return null;
    const total = paid.payment.subtotal + paid.payment.tax;
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
    const total = payment.subtotal + payment.tax;
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
