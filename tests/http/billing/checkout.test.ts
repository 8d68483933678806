import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { pageText, wordsOfPage } from '#tests/fixtures/page-text.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { usePaymentPage } from '#tests/setup/payment-page.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';
import { useWeb } from '#tests/setup/web.ts';

const payments = usePaymentPage();
const web = useWeb();
beforeAll(() => payments.sendTo(web.origin()));

const formOf = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const order = (userId: string, fields: Record<string, string>, origin?: string) =>
  web.as(userId, origin)('/balance/checkout', formOf({ orderId: newId(), ...fields }));
/** Presses a button of the local payment page. */
const press = (path: string, fields: Record<string, string>) =>
  fetch(payments.origin() + path, { ...formOf(fields), redirect: 'manual' });

/** The target of an answer to the form. */
async function pageOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  const refresh = answer.headers.get('refresh') ?? '';
  const [, url = ''] = /^0;url=(http:\/\/127\.0\.0\.1:\d+\/(?:checkouts|pay)\/\w+)$/.exec(refresh) ?? [];
  expect(await pageText(answer), 'a link where the browser does not go on').toContain(`href="${url}"`);
  return url;
}

describe('the balance page before a payment', () => {
  it.each([
    ['20', '$18.45', '$19.80'],
    ['5.00', '$4.35', '$4.95'],
    ['$33.33', '$30.9802', '$32.9967'],
  ])('shows the credit for %s', async (amount, byCard, inCrypto) => {
    const { userId } = await createAccount();
    const answer = await web.as(userId)(`/balance?amount=${encodeURIComponent(amount)}`);
    const words = await wordsOfPage(answer);
    expect(words).toContain(`Card You get ${byCard}`);
    expect(words).toContain(`Crypto You get up to ${inCrypto}`);
  });

  it('shows the rules', async () => {
    const { userId } = await createAccount();
    const words = await wordsOfPage(await web.as(userId)('/balance'));
    for (const rule of [
      'Card fee: 6% + $0.35',
      'Crypto fee: 1% plus',
      'The minimum payment is $5.00',
      'Tax is added and isn’t credited',
      'expire 12 months after',
      'A refund removes the matching credit',
      'plus a $15.00 fee',
    ])
      expect(words).toContain(rule);
  });

  it.each([
    ['4.99', 'The minimum is $5.00.'],
    ['10001', 'The maximum is $10,000.00.'],
    ['a lot', 'Enter an amount in dollars and cents'],
    ['', 'Enter an amount in dollars and cents'],
    ['9'.repeat(5000), 'Enter an amount in dollars and cents'],
  ])('shows the error of %s beside its field', async (amount, problem) => {
    const { userId } = await createAccount();
    const html = await pageText(await web.as(userId)(`/balance?amount=${encodeURIComponent(amount)}`));
    expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="amount"/);
    expect(html).toContain(problem);
  });

  it('tells a returning user what to expect, and credits nothing', async () => {
    const { userId } = await createAccount();
    const made = await wordsOfPage(await web.as(userId)('/balance?payment=made'));
    expect(made).toContain('as soon as the payment service confirms');
    const failed = await wordsOfPage(await web.as(userId)('/balance?payment=failed'));
    expect(failed).toContain('Your balance hasn’t changed');
    expect(await soundBalance(userId)).toBe(0n);
  });

  // Only the full run has a web process with other settings.
  it.each(IS_FULL ? ['no way to pay'] : [])('tells the operator if %s is configured', async () => {
    const unset = Object.fromEntries(
      Object.keys(process.env).flatMap((name) =>
        /^(PAYMENT|STRIPE|COINBASE)_/.test(name) ? [[name, '']] : [],
      ),
    );
    const none = await startWebProcess(unset);
    const { userId } = await createAccount();
    const words = await wordsOfPage(await web.as(userId, none.origin)('/balance'));
    expect(words).toContain('Ask the administrator of this site for credits.');
    expect(words).not.toContain('Amount to pay');
    expect((await web.as(userId, none.origin)('/balance/checkout')).status).toBe(404);
    expect((await order(userId, { amount: '20' }, none.origin)).status).toBe(404);
    await none.stop();
  });
});

/** A payment page for an amount. */
const pageFor = async (userId: string, fields: Record<string, string>) =>
  pageOf(await order(userId, { amount: '20', ...fields }));
/** The newest payment on the local payment page. */
async function newestPayment(): Promise<string> {
  const list = await (await fetch(`${payments.origin()}/payments`)).text();
  return /href="(\/payments\/pi_\w+)"/.exec(list)![1]!;
}

describe('a payment page', () => {
  it.each(['card', 'crypto'])(
    'by %s is one for each form; another amount or user has another',
    async (method) => {
      const { userId } = await createAccount();
      const sent = { method, orderId: newId() };
      const first = await pageFor(userId, sent);
      expect(await pageFor(userId, { ...sent, amount: '20.00' })).toBe(first);
      expect(await pageFor(userId, { ...sent, amount: '21' })).not.toBe(first);
      const stranger = await createAccount();
      expect(await pageFor(stranger.userId, sent)).not.toBe(first);
    },
  );

  it.each([
    ['4.99', 'The minimum is $5.00.'],
    ['20.001', 'Enter an amount in dollars and cents'],
    ['<b>', 'Enter an amount in dollars and cents'],
  ])('of %s is refused beside its field, and the amount and the way stay', async (amount, problem) => {
    const { userId } = await createAccount();
    const answer = await order(userId, { amount, method: 'crypto' });
    expect(answer.status).toBe(400);
    const html = await pageText(answer);
    expect(html).toContain(problem);
    expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="amount"/);
    expect(html).toContain(`value="${amount.replace('<', '&lt;').replace('>', '&gt;')}"`);
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="crypto"/);
  });

  it('by an unknown way is the first one here', async () => {
    const { userId } = await createAccount();
    expect(await pageFor(userId, { method: 'gold' })).toContain('/pay/cs_test_');
  });

  it('requires a signed-in user', async () => {
    const visitor = await fetch(`${web.origin()}/balance/checkout`, { redirect: 'manual' });
    expect(visitor.headers.get('location')).toContain('/login?redirectTo=%2Fbalance%2Fcheckout');
  });
});

describe('a payment by card', () => {
  it('has the amount of the form, with credit and fee, which its page cannot change', async () => {
    const { userId, email } = await createAccount();
    const url = await pageFor(userId, { method: 'card' });
    const form = await (await fetch(url)).text();
    expect(form).toContain(`value="${email}"`);
    for (const line of ['Pay $20.00', 'Credits: $18.45', 'Fee: $1.55']) expect(form).toContain(line);
    expect(form).not.toContain('name="amount"');
    const back = await press(new URL(url).pathname, { act: 'pay', email, amount: '5000', reference: 'x' });
    expect(back.headers.get('location')).toBe(`${web.origin()}/balance?payment=made`);
    expect(await soundBalance(userId)).toBe(18_450_000n);
  });

  it('is credited once by its webhooks; its refund and chargeback deduct it', async () => {
    const { userId, email } = await createAccount();
    const { pathname } = new URL(await pageFor(userId, { method: 'card' }));
    expect(await soundBalance(userId)).toBe(0n);
    await press(pathname, { act: 'pay', email });
    await press(pathname, { act: 'pay', email });
    expect(await soundBalance(userId)).toBe(18_450_000n);
    const place = await newestPayment();
    await press(place, { act: 'refund-half' });
    expect(await soundBalance(userId)).toBe(9_225_000n);
    await press(place, { act: 'dispute' });
    expect(await soundBalance(userId)).toBe(9_225_000n - 35_000_000n);
    await press(place, { act: 'win' });
    expect(await soundBalance(userId)).toBe(9_225_000n);
  });

  it('that fails credits nothing, and leads back with the amount', async () => {
    const { userId, email } = await createAccount();
    const { pathname } = new URL(await pageFor(userId, { method: 'card', amount: '42.50' }));
    const back = new URL((await press(pathname, { act: 'fail', email })).headers.get('location')!);
    expect(await soundBalance(userId)).toBe(0n);
    const html = await pageText(await web.as(userId)(back.pathname + back.search));
    expect(html).toContain('Your balance hasn’t changed');
    expect(html).toMatch(/<input[^>]*name="amount"[^>]*value="42.5"/);
  });

  it('by another user is credited to the account that requested the page', async () => {
    const { userId } = await createAccount();
    const stranger = await createAccount();
    const { pathname } = new URL(await pageFor(userId, { method: 'card' }));
    await press(pathname, { act: 'pay', email: stranger.email });
    expect(await soundBalance(userId)).toBe(18_450_000n);
    expect(await soundBalance(stranger.userId)).toBe(0n);
  });
});

describe('a payment in crypto', () => {
  it('is credited by its webhook and by nothing else, once', async () => {
    const { userId } = await createAccount();
    const url = await pageFor(userId, { method: 'crypto' });
    expect(await soundBalance(userId)).toBe(0n);
    const { pathname } = new URL(url);
    await press(pathname, { act: 'pay' });
    await press(pathname, { act: 'pay' });
    expect(await soundBalance(userId)).toBe(19_602_000n);
    await press(pathname, { act: 'refund' });
    expect(await soundBalance(userId)).toBe(0n);
  });

  const broken = [
    ['does not answer', { COINBASE_BASE_URL: 'http://127.0.0.1:1' }, 'The payment service isn’t responding'],
    ['refuses our key', { COINBASE_API_KEY_ID: 'another' }, 'declined this payment'],
    ['is asked with a secret that is none', { COINBASE_API_KEY_SECRET: 'nonsense' }, 'declined this payment'],
  ] as const;
  it.each(IS_FULL ? broken : [])(
    'is not started if the service %s: the page says so, and the amount stays',
    async (_what, env, words) => {
      const broken = await startWebProcess(env);
      const { userId } = await createAccount();
      const answer = await order(userId, { amount: '42.50', method: 'crypto' }, broken.origin);
      expect(answer.status).toBe(502);
      const html = await pageText(answer);
      expect(html).toContain(words);
      expect(html).toContain('value="42.50"');
      await broken.stop();
      expect(broken.output()).toContain('no checkout was made');
      expect(broken.output()).not.toMatch(/nonsense|Bearer/);
    },
  );
});

it.each(IS_FULL ? ['STRIPE_WEBHOOK_SECRET'] : [])(
  'a payment link without %s, whose payments cannot be credited, is reported to the operator at start',
  async (name) => {
    const without = await startWebProcess({ [name]: '', PAYMENT_URL: 'https://pay.example/buy' });
    await without.stop();
    expect(without.output()).toContain('what is paid at PAYMENT_URL is not credited');
  },
);
