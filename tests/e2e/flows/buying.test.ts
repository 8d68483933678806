import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { register, signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const paymentOrigin = () => new URL(inject('applicationEnvironment')['STRIPE_BASE_URL']!).origin;
const page = () => ({ elsewhere: [paymentOrigin()] });
const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });

/** Presses Pay, which opens the payment page in a new tab. */
async function payInNewTab(on: Page): Promise<Page> {
  const opening = on.context().waitForEvent('page');
  await on.getByRole('button', { name: /^Pay/ }).click();
  return opening;
}

/** The same in a tab of its own: scripts run in a tab that a form opens, even if they are off. */
async function payInTab(on: Page, way: 'Card' | 'Crypto' = 'Card'): Promise<Page> {
  const tab = await on.context().newPage();
  await tab.goto(on.url(), { waitUntil: 'commit' });
  const form = tab.locator('form', { has: tab.getByRole('button', { name: /^Pay/ }) });
  await form.evaluate((one: HTMLFormElement) => one.removeAttribute('target'));
  if (way === 'Crypto') await tab.getByLabel(way).check();
  await tab.getByRole('button', { name: /^Pay/ }).click();
  return tab;
}

/** The balance that a page shows beside the account; without scripts after a reload. */
function expectBalance({ scripts }: Visitor, on: Page, dollars: string): Promise<void> {
  return expect
    .poll(async () => {
      if (scripts === 'off') await on.reload({ waitUntil: 'commit' });
      return on.locator('data').filter({ hasText: dollars }).count();
    })
    .toBeGreaterThan(0);
}

runThreeWays('buying', [
  {
    name: 'work out what a payment brings, pay by card, see the credit on two open pages, refund and print',
    ways: ['on', 'off'],
    page,
    async act(visitor) {
      const { page: first, scripts, visit, type, settle } = visitor;
      await register(first);
      const second = await first.context().newPage();
      await second.goto('/chat/new', { waitUntil: 'commit' });
      await visit('/balance');
      await type([[first.getByLabel('Amount to pay'), '30']]);
      if (scripts === 'off') await button(first, 'Calculate').click();
      await first.getByText('You get $27.85', { exact: true }).waitFor();
      await first.getByText('You get up to $29.70', { exact: true }).waitFor();
      if (scripts !== 'off') await hydrated(second);
      const payment = await (scripts === 'off' ? payInTab(first) : payInNewTab(first));
      await button(payment, 'Pay $30.00').click();
      await payment.getByText('as soon as the payment service confirms').waitFor();
      await expectBalance(visitor, first, '$37.85');
      await expectBalance(visitor, second, '$37.85');
      await first.getByRole('heading', { name: 'Purchases' }).waitFor();
      await first.getByRole('table').first().getByRole('link').first().click();
      await first.getByRole('heading', { name: 'Receipt', exact: true }).waitFor();
      await settle();
      await first.getByText('Total paid').waitFor();
      await payment.goto(`${paymentOrigin()}/payments`, { waitUntil: 'commit' });
      await payment.getByRole('link', { name: 'Payment of $30.00' }).first().click();
      await button(payment, 'Refund all').click();
      await payment.getByText('refund.created: taken with 200').waitFor();
      await expectBalance(visitor, second, '$10.00');
      await first.reload({ waitUntil: 'commit' });
      await first.getByText('Credits removed by refunds').waitFor();
      await first.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const isShown = (role: 'banner' | 'main') =>
        first
          .locator(role === 'main' ? 'main' : 'header')
          .first()
          .isVisible();
      // The page may still be loading when it is to be printed.
      await expect.poll(async () => [await isShown('banner'), await isShown('main')]).toEqual([false, true]);
      await expect.poll(() => first.locator('aside').first().isVisible()).toBe(false);
      const [ground, ink] = await first.evaluate(() => [
        getComputedStyle(document.documentElement).colorScheme,
        getComputedStyle(document.querySelector('main')!).color,
      ]);
      expect(ground, `dark ink on white paper: ${ink}`).toBe('light');
    },
  },
  {
    name: 'pay in crypto: an amount that is too low, the way to the payment page, and back',
    ways: [],
    page,
    async act(visitor) {
      const { page: first, scripts, visit, type } = visitor;
      await signUp(first);
      await visit('/balance');
      const box = first.getByLabel('Amount to pay');
      // Without scripts the answer is in a new tab, as that of an amount that is large enough.
      if (scripts !== 'off') {
        await type([[box, '4']]);
        await first.getByRole('button', { name: /^Pay/ }).click();
        await first.getByText('The minimum is $5.00.').waitFor();
        await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
      }
      await first.getByRole('link', { name: '$20', exact: true }).click();
      await expect.poll(() => box.inputValue()).toBe('20');
      await first.getByLabel('Crypto').check();
      const payment = await (scripts === 'off' ? payInTab(first, 'Crypto') : payInNewTab(first));
      await button(payment, 'Pay').click();
      await payment.getByText('checkout.payment.success: taken with 200').waitFor();
      await payment.getByRole('link', { name: 'Back to the application' }).click();
      await payment.getByText('as soon as the payment service confirms').waitFor();
      await expectBalance(visitor, first, '$29.60');
    },
  },
  {
    name: 'save a card, choose amounts, see the balance topped up by itself, and remove the card',
    ways: ['late'],
    page,
    expected: [/400/],
    async act(visitor) {
      const { page: first, scripts, visit, type, settle } = visitor;
      await signUp(first);
      await visit('/balance');
      await first.getByRole('link', { name: 'Set up' }).click();
      await settle();
      await button(first, 'Save a card').click();
      await first.waitForURL(`${paymentOrigin()}/setup/*`);
      await button(first, 'Save a card that works (4242)').click();
      await first.getByText('Your card is saved').waitFor();
      await type([
        [first.getByLabel('When the balance is below'), '15'],
        [first.getByLabel('Pay', { exact: true }), '4'],
        [first.getByLabel('Monthly maximum'), '100'],
      ]);
      await button(first, 'Turn on').click();
      await first.getByText('Enter an amount from $5.00 to $10,000.00').waitFor();
      await expect.poll(() => first.getByLabel('Monthly maximum').inputValue()).toBe('100');
      await first.getByLabel('Pay', { exact: true }).fill('20');
      await button(first, 'Turn on').click();
      await first.getByText('When your balance falls below $15.00, $20.00 is charged').waitFor();
      await expectBalance(visitor, first, '$28.45');
      await visit('/balance/top-up');
      await first.getByText('Credited', { exact: true }).waitFor();
      await first.getByText('$20.00 of $100.00 this month').waitFor();
      await visit('/balance/purchases');
      await first.getByText('Card · Auto top-up').waitFor();
      await visit('/balance/top-up');
      await first.getByText('Remove card', { exact: true }).click();
      await button(first, 'Remove?').click();
      await button(first, 'Save a card').waitFor();
      await expect.poll(() => first.getByText('4242').count()).toBe(0);
      if (scripts !== 'off') await settle();
    },
  },
]);
