import { expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { register, signUp } from '../support/register.ts';
import { askFor, awaitEnd, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const DELAY_MS = 100;
const QUIET_MS = 5_000;
const LOUD_MS = 10_000;

runThreeWays('toasts', [
  {
    name: 'read in a toast what was done; it leaves by itself where scripts run',
    ways: [],
    async act({ page, scripts, visit, type }) {
      await page.clock.install();
      const { password } = await signUp(page);
      await visit('/settings/sign-in');
      const form = page.locator('#password');
      await type([
        [form.getByLabel('Current password', { exact: true }), password],
        [form.getByLabel('New password', { exact: true }), 'the second password'],
        [form.getByLabel('Confirm password', { exact: true }), 'the second password'],
      ]);
      await page.getByRole('button', { name: 'Change password' }).click();
      const toast = page.locator('[data-severity=success]').filter({ visible: true });
      await toast.getByText('Your password has been changed.').waitFor();
      if (scripts === 'off') return;
      await page.clock.fastForward(QUIET_MS);
      await toast.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'close the toast of an error, or see it leave after ten seconds',
    needsScripts: true,
    async act(visitor) {
      const { page } = visitor;
      await page.clock.install();
      // Permissions that are not granted here are refused.
      await page.context().grantPermissions(['geolocation']);
      await register(page);
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await hydrated(page);
      const toast = page.locator('[data-severity=error]').filter({ visible: true });
      const copy = async () => {
        await turn(page, 1).hover();
        await turn(page, 1).getByRole('button', { name: 'Copy message' }).click();
        await toast.getByText('Couldn’t copy').waitFor();
      };
      await copy();
      await toast.getByRole('button', { name: 'Close' }).click();
      await toast.waitFor({ state: 'detached' });
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      await turn(page, 1).getByRole('button', { name: 'Copy message' }).click();
      // The clock may run before the browser has refused to copy. Once the toast exists the clock must not
      // run on: the toast is in the page at once, and visible a moment later.
      const hasCome = async () => {
        await page.clock.runFor(DELAY_MS);
        return page.locator('[data-severity=error]').count();
      };
      await expect.poll(hasCome).toBeGreaterThan(0);
      await toast.waitFor();
      // It may have appeared at the beginning of the last run of the clock.
      await page.clock.runFor(LOUD_MS - DELAY_MS - 1);
      await expect.poll(() => toast.count()).toBe(1);
      await page.clock.runFor(DELAY_MS + 1);
      await toast.waitFor({ state: 'detached' });
    },
  },
]);
