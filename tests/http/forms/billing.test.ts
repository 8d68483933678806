import { beforeAll, expect, it } from 'vitest';
import { usePaymentPage } from '#tests/setup/payment-page.ts';
import { useWeb } from '#tests/setup/web.ts';
import { newPerson, valuesOf, wordsOf } from './person.ts';

const payments = usePaymentPage();
const web = useWeb();
beforeAll(() => payments.sendTo(web.origin()));

/** The label of the button that opens a new tab. */
const PAY = 'Pay';

it('spending limits are refused by their field, then set and shown', async () => {
  const { browser } = await newPerson(web.origin());
  const refused = await browser.press('/balance', 'Save', { daily: '0.001', monthly: '7' });
  expect([refused.status, valuesOf(refused, 'Save').daily, valuesOf(refused, 'Save').monthly]).toEqual([
    400,
    '0.001',
    '7',
  ]);
  await browser.pressOn({ path: '/balance/limits', ...refused }, 'Save', { daily: '0.01' });
  expect(wordsOf(await browser.get('/balance'))).toContain('of $0.01 today');
});

it('a payment is quoted, refused below the minimum, and redirects to the payment page', async () => {
  const { browser } = await newPerson(web.origin());
  const worked = await browser.press('/balance', 'Calculate', { amount: '30' });
  expect(wordsOf(worked)).toMatch(/\$27\.85 .*up to \$29\.70/);
  const refused = await browser.pressOn({ path: '/balance', ...worked }, PAY, {
    amount: '4',
    method: 'crypto',
  });
  expect(wordsOf(refused)).toContain('The minimum is $5.00.');
  const led = await browser.pressOn({ path: '/balance/checkout', ...refused }, 'Pay', { amount: '20' });
  expect(led.headers.get('refresh')).toContain(`${payments.origin()}/checkouts/`);
  const byCard = await browser.press('/balance?amount=50', PAY);
  const [, page = ''] = /^0;url=(\S+)$/.exec(byCard.headers.get('refresh') ?? '') ?? [];
  expect(await (await fetch(page)).text()).toContain('Pay $50.00');
});

it('a card is saved, amounts are set, and the card is removed', async () => {
  const { browser } = await newPerson(web.origin());
  const PAGE = '/balance/top-up';
  const led = await browser.press(PAGE, 'Save a card');
  const url = /^0;url=(\S+)$/.exec(led.headers.get('refresh') ?? '')![1]!;
  const saved = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ act: 'good' }),
    redirect: 'manual',
  });
  const back = new URL(saved.headers.get('location')!);
  await browser.get(back.pathname + back.search);
  const amounts = { threshold: '5', amount: '4', monthly: '100' };
  const refused = await browser.press(PAGE, 'Turn on', amounts);
  expect([refused.status, valuesOf(refused, 'Turn on').monthly]).toEqual([400, '100']);
  await browser.pressOn({ path: PAGE, ...refused }, 'Turn on', { amount: '20' });
  expect(wordsOf(await browser.get(PAGE))).toContain(
    'When your balance falls below $5.00, $20.00 is charged',
  );
  await browser.press(PAGE, 'Remove?');
  expect(wordsOf(await browser.get(PAGE))).not.toContain('4242');
});
