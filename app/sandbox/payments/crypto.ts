import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { jwtVerify } from 'jose';
import { newCheckout, paidCheckout, signedByCoinbase, type CoinbaseCheckout } from './coinbase-wire.ts';
import { deliver } from './deliver.ts';
import { acts, escapeHtml, page } from './html.ts';
import type { PageOptions } from './page-options.ts';

interface CheckoutRecord {
  checkout: CoinbaseCheckout;
  backTo: { success: string; fail: string };
  said: string[];
}

/** The body of a request for a checkout, as far as it is read here. */
interface Posted {
  amount?: unknown;
  currency?: unknown;
  metadata?: Record<string, string>;
  successRedirectUrl?: string;
  failRedirectUrl?: string;
}

/** Checkouts of Coinbase Business: its API, and the page of each. */
export class CryptoCheckouts {
  readonly #known = new Map<string, CheckoutRecord>();
  readonly #byKey = new Map<string, string>();
  readonly #publicKey: KeyObject;
  /** Set once it listens. */
  origin = '';

  constructor(private readonly options: PageOptions) {
    const x = Buffer.from(options.coinbaseKeySecret, 'base64').subarray(32).toString('base64url');
    this.#publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  }

  /** POST /api/v1/checkouts, as the service answers it. */
  async create(headers: IncomingHttpHeaders, text: string): Promise<{ status: number; body: object }> {
    const refused = (status: number, message: string) => ({ status, body: { message } });
    if (!(await this.#isOurs(headers))) return refused(401, 'Unauthorized');
    const key = String(headers['x-idempotency-key'] ?? '');
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return refused(400, 'X-Idempotency-Key');
    const posted = JSON.parse(text) as Posted;
    if (typeof posted.amount !== 'string' || !/^\d+\.\d{2}$/.test(posted.amount))
      return refused(400, 'amount');
    if (posted.currency !== 'USDC') return refused(400, 'currency');
    const id = this.#byKey.get(key) ?? randomBytes(12).toString('hex');
    this.#byKey.set(key, id);
    if (!this.#known.has(id)) {
      const checkout = newCheckout({ id, amount: posted.amount, metadata: posted.metadata ?? {} });
      const backTo = { success: posted.successRedirectUrl ?? '', fail: posted.failRedirectUrl ?? '' };
      this.#known.set(id, { checkout, backTo, said: [] });
    }
    return { status: 201, body: { ...this.#known.get(id)!.checkout, url: `${this.origin}/checkouts/${id}` } };
  }

  async #isOurs(headers: IncomingHttpHeaders): Promise<boolean> {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const wanted = { issuer: 'cdp', subject: this.options.coinbaseKeyId };
    try {
      const { payload } = await jwtVerify(token, this.#publicKey, wanted);
      return String(payload['uris']) === `POST ${headers.host}/api/v1/checkouts`;
    } catch {
      return false;
    }
  }

  /** The page of a checkout; null for an unknown one. */
  show(id: string): string | null {
    const known = this.#known.get(id);
    if (!known) return null;
    const { checkout, backTo, said } = known;
    const buttons: [string, string][] =
      checkout.status === 'ACTIVE'
        ? [
            ['pay', 'Pay'],
            ['fail', 'Fail to pay'],
          ]
        : [['refund', 'Refund all']];
    const back = checkout.status === 'FAILED' ? backTo.fail : backTo.success;
    return page(
      `Pay ${checkout.amount} ${checkout.currency}`,
      `<ul>${said.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
       ${acts(`/checkouts/${id}`, buttons)}
       <p><a href="${escapeHtml(back)}">Back to the application</a></p>`,
    );
  }

  /** @returns false for an unknown checkout */
  async act(id: string, act: string | null): Promise<boolean> {
    const known = this.#known.get(id);
    if (!known) return false;
    const { status, amount, currency } = known.checkout;
    if (act === 'pay' && status === 'ACTIVE') {
      known.checkout = paidCheckout(known.checkout);
      await this.#tell(known, 'checkout.payment.success');
    }
    if (act === 'fail' && status === 'ACTIVE') {
      known.checkout = { ...known.checkout, status: 'FAILED' };
      await this.#tell(known, 'checkout.payment.failed');
    }
    if (act === 'refund' && status === 'COMPLETED') {
      const refund = { id: randomBytes(8).toString('hex'), amount, currency, status: 'COMPLETED' };
      known.checkout = { ...known.checkout, status: 'REFUNDED', refunds: [refund] };
      await this.#tell(known, 'checkout.refund.success');
    }
    return true;
  }

  async #tell(known: CheckoutRecord, eventType: string): Promise<void> {
    const { appOrigin, coinbaseSecret } = this.options;
    const { checkout } = known;
    const said = await deliver(`${appOrigin}/api/webhooks/coinbase`, () =>
      signedByCoinbase(checkout, eventType, { secret: coinbaseSecret }),
    );
    known.said.push(`${eventType}: ${said}`);
  }
}
