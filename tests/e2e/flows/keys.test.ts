import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const VALUE = /sk-par-\w{38}/;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

/** Creates a key on /keys and returns its value as shown. */
async function create({ page, type }: Visitor, name: string): Promise<string> {
  await type([[field(page, 'Name'), name]]);
  await button(page, 'Create key').click();
  await page.getByText('Your new key.').waitFor();
  return valueOn(page);
}

async function valueOn(page: Page): Promise<string> {
  const value = page.getByText(VALUE).first();
  await value.waitFor();
  return (await value.innerText()).trim();
}

/** The public API's status for a key. */
const statusOf = async (value: string) => {
  const headers = { authorization: `Bearer ${value}` };
  return (await fetch(`${inject('applicationUrl')}/api/v1/key`, { headers })).status;
};

runThreeWays('keys', [
  {
    name: 'make the first key, show and hide it, and revoke it after a question',
    ways: ['off', 'late'],
    expected: [/400/],
    async act(visitor) {
      const { page, visit, scripts } = visitor;
      await signUp(page);
      await visit('/keys');
      await page.getByText('No API keys yet').waitFor();
      await visitor.type([[field(page, 'Name'), '   ']]);
      await button(page, 'Create key').click();
      await page.getByText('Enter a name of up to 80 characters.').waitFor();
      await expect.poll(() => field(page, 'Name').getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => field(page, 'Name').inputValue(), { message: 'what was typed' }).toBe('   ');
      const value = await create(visitor, 'Laptop');
      expect(value).toMatch(VALUE);
      expect(await statusOf(value)).toBe(200);
      await visit('/keys');
      await row(page, 'Laptop').waitFor();
      await expect.poll(() => page.getByText(VALUE).count(), { message: 'masked' }).toBe(0);
      await button(page, 'Show key Laptop').click();
      expect(await valueOn(page)).toBe(value);
      await button(page, 'Hide key Laptop').click();
      await button(page, 'Show key Laptop').waitFor();
      await expect.poll(() => page.getByText(VALUE).count(), { message: 'masked again' }).toBe(0);
      if (scripts === 'on') {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await button(page, 'Copy key Laptop').click();
        await button(page, 'Copied').waitFor();
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
        await button(page, 'Copy key Laptop').waitFor();
      }
      await button(page, 'Revoke Laptop').click();
      await button(page, 'Cancel').click();
      expect(await statusOf(value)).toBe(200);
      await button(page, 'Revoke Laptop').click();
      await button(page, 'Revoke key').click();
      await page.getByText('No API keys yet').waitFor();
      await expect.poll(() => statusOf(value)).toBe(401);
    },
  },
  {
    name: 'copy a key that is masked, or that is not given, and read why it does not work',
    needsScripts: true,
    expected: [/429|404/],
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit('/keys');
      await create(visitor, 'Laptop');
      await visit('/keys');
      await hydrated(page);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(() => navigator.clipboard.writeText('before'));
      await row(page, 'Laptop').locator('code').click();
      await page.keyboard.press('Control+C');
      await page.getByText('This is only part of the key. Show the key first').waitFor();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('before');
      for (const [status, words] of [
        [429, 'You’ve viewed many keys in a short time.'],
        [404, 'This key no longer exists.'],
      ] as const) {
        await page.route('**/reveal', (route) => route.fulfill({ status, json: {} }));
        await button(page, 'Copy key Laptop').click();
        await page.getByText(words).waitFor();
      }
    },
  },
  {
    name: 'rename a key and give it caps, a last day and models, a wrong amount first',
    ways: [],
    expected: [/400/],
    async act(visitor) {
      const { page, visit, type, scripts } = visitor;
      await signUp(page);
      await visit('/keys');
      const value = await create(visitor, 'Laptop');
      await page.getByRole('link', { name: 'Edit Laptop' }).click();
      await page.getByRole('heading', { name: 'Name and limits' }).waitFor();
      await type([
        [field(page, 'Name'), 'Server'],
        [field(page, 'Daily'), 'five'],
      ]);
      await button(page, 'Save').click();
      await page.getByText('Enter an amount in dollars').waitFor();
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('Server');
      if (scripts !== 'off') await hydrated(page);
      await field(page, 'Daily').fill('2.50');
      await field(page, 'Expires on').fill('2999-12-31');
      await page.getByText('Only these models').click();
      await field(page, 'sandbox/small').check();
      await button(page, 'Save').click();
      await row(page, 'Server').waitFor();
      await page.getByText('$0.00 of $2.50 today').waitFor();
      const headers = { authorization: `Bearer ${value}` };
      const answer = await fetch(`${inject('applicationUrl')}/api/v1/key`, { headers });
      expect(await answer.json()).toMatchObject({
        name: 'Server',
        caps_micro: { daily: 2_500_000, weekly: null },
        models: ['sandbox/small'],
        expires_at: '3000-01-01T00:00:00.000Z',
      });
    },
  },
  {
    name: 'disable, enable and replace a key',
    ways: [],
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit('/keys');
      const value = await create(visitor, 'Laptop');
      const edit = async () => {
        await page.getByRole('link', { name: 'Edit Laptop' }).first().click();
        await page.getByRole('heading', { name: 'Name and limits' }).waitFor();
      };
      await edit();
      await button(page, 'Disable').click();
      await page.getByText('Disabled', { exact: true }).waitFor();
      await expect.poll(() => statusOf(value)).toBe(401);
      await edit();
      await button(page, 'Enable').click();
      await button(page, 'Create key').waitFor();
      await expect.poll(() => statusOf(value)).toBe(200);
      await edit();
      await page.getByLabel('The old key expires').selectOption({ label: 'In an hour' });
      await button(page, 'Create new key').click();
      await page.getByText('The new key.').waitFor();
      const fresh = await valueOn(page);
      expect(fresh).not.toBe(value);
      expect([await statusOf(fresh), await statusOf(value)]).toEqual([200, 200]);
      await page.getByText('Rotated', { exact: true }).waitFor();
    },
  },
]);
