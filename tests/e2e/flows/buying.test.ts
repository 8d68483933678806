import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { register, signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const paymentOrigin = () => new URL(inject('applicationEnvironment')['PAYMENT_URL']!).origin;
const page = () => ({ elsewhere: [paymentOrigin()] });
const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });

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
      await first.getByText('$27.85', { exact: true }).waitFor();
      await first.getByText('up to $29.70', { exact: true }).waitFor();
      if (scripts !== 'off') await hydrated(second);
      const opening = first.context().waitForEvent('page');
      await first.getByRole('link', { name: /^Add Credit by card/ }).click();
      const payment = await opening;
      await payment.getByLabel('Amount in US dollars').fill('30.00');
      await button(payment, 'Pay').click();
      await payment.getByText('checkout.session.completed: taken with 200').waitFor();
      await expectBalance(visitor, first, '$37.85');
      await expectBalance(visitor, second, '$37.85');
      await first.getByRole('heading', { name: 'Purchases' }).waitFor();
      await first.getByRole('table').first().getByRole('link').first().click();
      await first.getByRole('heading', { name: 'Receipt', exact: true }).waitFor();
      await settle();
      await first.getByText('Total paid').waitFor();
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
    name: 'pay in crypto: an amount that is none, the way to the payment page, and back',
    ways: [],
    page,
    expected: [/400/],
    async act(visitor) {
      const { page: first, visit, type } = visitor;
      await signUp(first);
      await visit('/balance');
      await type([[first.getByLabel('Amount to pay'), '4']]);
      await button(first, 'Pay in crypto').click();
      await first.getByRole('heading', { name: 'Pay in crypto' }).waitFor();
      await first.getByText('The minimum is $5.00.').waitFor();
      const box = first.getByLabel('Amount to pay');
      await expect.poll(() => box.inputValue()).toBe('4');
      await box.fill('20');
      await button(first, 'Continue to payment').click();
      await first.waitForURL(`${paymentOrigin()}/checkouts/*`);
      await button(first, 'Pay').click();
      await first.getByText('checkout.payment.success: taken with 200').waitFor();
      await first.getByRole('link', { name: 'Back to the application' }).click();
      await first.getByText('as soon as the payment service confirms').waitFor();
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
