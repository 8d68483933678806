import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { readSettings } from '#app/core/payments/top-ups/settings.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { pageText, wordsOfPage } from '#tests/fixtures/page-text.ts';
import { usePaymentPage } from '#tests/setup/payment-page.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';
import { useWeb } from '#tests/setup/web.ts';

const payments = usePaymentPage();
const web = useWeb();
beforeAll(() => payments.sendTo(web.origin()));

const formOf = (fields: Record<string, string>, language = 'en-US') => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { 'accept-language': language },
});
const PAGE = '/balance/top-up';
const GOOD = { act: 'save', threshold: '5', amount: '$20.5', monthly: ' 100 ' };

let owner: Awaited<ReturnType<typeof createAccount>>;
let fetchAs: ReturnType<typeof web.as>;
beforeEach(async () => {
  owner = await createAccount({ creditMicro: 50_000_000n });
  fetchAs = web.as(owner.userId);
});

/** Requests the page of a card. @returns its path there */
async function openCardPage(): Promise<string> {
  const answer = await fetchAs('/balance/top-up/card', formOf({}));
  expect(answer.status).toBe(200);
  const refresh = answer.headers.get('refresh') ?? '';
  const [, url = ''] = /^0;url=(http:\/\/127\.0\.0\.1:\d+\/setup\/cs_test_\w+)$/.exec(refresh) ?? [];
  expect(await pageText(answer), 'a link where the browser does not go on').toContain(`href="${url}"`);
  return new URL(url).pathname;
}

/** Saves a card there. @returns the page to which its owner returns */
async function press(path: string, act = 'good'): Promise<string> {
  const answer = await fetch(payments.origin() + path, { ...formOf({ act }), redirect: 'manual' });
  const back = new URL(answer.headers.get('location')!);
  return back.pathname + back.search;
}

async function saveCard(act = 'good'): Promise<Response> {
  return fetchAs(await press(await openCardPage(), act));
}

const stored = () => readSettings(AUTOCOMMIT, owner.accountId);
const typedIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input [^>]*name="(threshold|amount|monthly)"[^>]*>/g)].map(([tag, name]) => [
      name,
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );

describe('a card', () => {
  it('is saved on a page of the payment service, and shown by its brand and last digits', async () => {
    expect(await wordsOfPage(await fetchAs(PAGE))).toContain('handled by our payment provider');
    const back = await saveCard();
    expect([back.status, back.headers.get('location')]).toEqual([302, PAGE]);
    expect(decodeURIComponent(back.headers.get('set-cookie') ?? '')).toContain('topup:card.saved');
    const words = await wordsOfPage(await fetchAs(PAGE));
    expect(words).toMatch(/Visa ending in •••• 4242/);
    expect(words).toContain('you allow us to charge this card');
    expect(await wordsOfPage(await fetchAs('/balance'))).toContain('Auto top-up Off');
  });

  it('is saved by the webhook if the user does not return', async () => {
    await press(await openCardPage());
    await expect
      .poll(() => selectRow(AUTOCOMMIT, "SELECT job FROM follow_ups WHERE job = 'take-card'"))
      .toEqual({ job: 'take-card' });
  });

  it('of another user, or of no page, is refused', async () => {
    const path = await press(await openCardPage());
    const stranger = await createAccount();
    for (const [as, address] of [
      [web.as(stranger.userId), path],
      [fetchAs, '/balance/top-up/card?session=cs_nothing'],
      [fetchAs, `/balance/top-up/card?session=${encodeURIComponent('../../etc/passwd')}`],
      [fetchAs, `/balance/top-up/card?session=${'9'.repeat(5000)}`],
    ] as const) {
      const answer = await as(address);
      expect(answer.headers.get('location')).toBe(PAGE);
      expect(decodeURIComponent(answer.headers.get('set-cookie') ?? '')).toContain('topup:card.later');
    }
    expect(await findAccountId(stranger.userId)).not.toBeNull();
    expect(await readSettings(AUTOCOMMIT, stranger.accountId)).toBeNull();
    expect(await stored()).toMatchObject({ cardId: null });
  });

  it('is removed, locally and at the service', async () => {
    await saveCard();
    await fetchAs(PAGE, formOf(GOOD));
    const { cardId } = (await stored())!;
    await fetchAs(PAGE, formOf({ act: 'remove' }));
    expect(await stored()).toMatchObject({ cardId: null, isOn: false });
    const job = await selectRow(AUTOCOMMIT, "SELECT subject FROM follow_ups WHERE job = 'detach-card'");
    expect(job).toEqual({ subject: cardId });
    expect(await wordsOfPage(await fetchAs(PAGE))).not.toContain('4242');
  });
});

describe('the form of the amounts', () => {
  it('turns auto top-up on, shows the next step, and turns it off', async () => {
    await saveCard();
    const answer = await fetchAs(PAGE, formOf(GOOD));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, PAGE]);
    expect(await stored()).toMatchObject({
      isOn: true,
      thresholdMicro: 5_000_000n,
      amountMicro: 20_500_000n,
      monthlyMicro: 100_000_000n,
    });
    for (const path of [PAGE, '/balance']) {
      const words = await wordsOfPage(await fetchAs(path));
      expect(words).toContain('falls below $5.00, $20.50 is charged and $18.92 is added');
      expect(words).toContain('$0.00 of $100.00 this month');
      expect(words).toContain('Auto top-up On');
    }
    expect(typedIn(await pageText(await fetchAs(PAGE)))).toEqual({
      threshold: '5',
      amount: '20.50',
      monthly: '100',
    });
    await fetchAs(PAGE, formOf({ act: 'off' }));
    expect(await stored()).toMatchObject({ isOn: false, amountMicro: 20_500_000n });
    expect(await wordsOfPage(await fetchAs('/balance'))).toContain('Auto top-up Off');
  });

  it.each([
    ['threshold', '0.99', 'from $1.00 to $10,000.00'],
    ['threshold', '', 'from $1.00 to $10,000.00'],
    ['threshold', '5'.repeat(5000), 'from $1.00 to $10,000.00'],
    ['amount', '4.99', 'from $5.00 to $10,000.00'],
    ['amount', '10000.01', 'from $5.00 to $10,000.00'],
    ['amount', 'a lot', 'from $5.00 to $10,000.00'],
    ['monthly', '100000.01', 'from $5.00 to $100,000.00'],
    ['monthly', '20.005', 'from $5.00 to $100,000.00'],
    ['monthly', '7', 'at least the amount of one top-up'],
  ])(
    'refuses %s (%#) beside its field, keeps the typed values, and saves nothing',
    async (name, wrong, said) => {
      await saveCard();
      const typed = { threshold: '3', amount: '8', monthly: '9', [name]: wrong };
      const answer = await fetchAs(PAGE, formOf({ act: 'save', ...typed }));
      expect(answer.status).toBe(400);
      const html = await pageText(answer);
      const input = new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
      expect(input).toContain('aria-invalid="true"');
      const hint = /aria-describedby="([^"]+)"/.exec(input)?.[1] ?? '';
      expect(new RegExp(`<p id="${hint}"[^>]*>[\\s\\S]*?</p>`).exec(html)?.[0]).toContain(said);
      expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
      expect(typedIn(html)).toEqual(typed);
      expect(await stored()).toMatchObject({ isOn: false, amountMicro: null });
    },
  );

  it('is refused without a card, and is in the language of its reader', async () => {
    expect((await fetchAs(PAGE, formOf(GOOD))).status).toBe(409);
    await saveCard();
    expect(await pageText(await fetchAs(PAGE, formOf({ threshold: 'x' }, 'ar-EG')))).toContain(
      'بخانتين عشريتين',
    );
    expect(await pageText(await fetchAs(PAGE, formOf({ threshold: 'x' }, 'ja-JP')))).toContain(
      '小数点以下 2 桁',
    );
  });
});

describe('the page', () => {
  it.each([
    ['declined', 'Your card was declined', false, 'after 3 failures in a row'],
    ['authentication', 'Your bank requires you to confirm', true, 'Next attempt after'],
    ['monthly', 'Monthly maximum reached', true, 'Next attempt after'],
    ['returned', 'A payment was refunded or charged back', false, 'You can turn it on again'],
  ])('gives the reason why nothing is topped up: %s', async (problem, title, isOn, more) => {
    await saveCard();
    await fetchAs(PAGE, formOf(GOOD));
    await change(
      AUTOCOMMIT,
      'UPDATE top_up_settings SET problem = ?, is_on = ?, paused_until = ? WHERE account_id = ?',
      [problem, isOn, isOn ? new Date(Date.now() + 3_600_000) : null, owner.accountId],
    );
    for (const path of [PAGE, '/balance']) {
      const words = await wordsOfPage(await fetchAs(path));
      expect(words).toContain(title);
      expect(words).toContain(more);
      expect(words).toContain(isOn ? 'Auto top-up Paused' : 'Auto top-up Off');
    }
  });

  it('requires a signed-in user', async () => {
    for (const path of [PAGE, '/balance/top-up/card'])
      for (const init of [{}, formOf({ act: 'remove' })]) {
        const answer = await fetch(web.origin() + path, { ...init, redirect: 'manual' });
        expect(answer.headers.get('location')).toMatch(/^\/login/);
      }
  });

  const broken: [string, Record<string, string>, string][] = [
    ['does not answer', { STRIPE_BASE_URL: 'http://127.0.0.1:1' }, 'The payment service isn’t responding'],
    ['refuses', { STRIPE_SECRET_KEY: 'sk_test_another' }, 'The payment service declined'],
  ];
  it.each(IS_FULL ? broken : [])('says so if the payment service %s', async (_what, settings, text) => {
    const other = await startWebProcess(settings);
    const answer = await web.as(owner.userId, other.origin)('/balance/top-up/card', formOf({}));
    expect(answer.status).toBe(502);
    expect(await wordsOfPage(answer)).toContain(text);
    await other.stop();
  });

  const absent: [string, Record<string, string>][] = [
    ['without STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: '' }],
    ['where the operator pays', { CHECK_BALANCE: 'false' }],
  ];
  it.each(IS_FULL ? absent : [])('does not exist %s, nor is it shown anywhere', async (_what, settings) => {
    const without = await startWebProcess(settings);
    const as = web.as(owner.userId, without.origin);
    expect(await wordsOfPage(await as('/balance'))).not.toContain('Auto top-up');
    for (const path of [PAGE, '/balance/top-up/card']) {
      expect((await as(path)).status).toBe(404);
      expect((await as(path, formOf(GOOD))).status).toBe(404);
    }
    await without.stop();
  });
});
