import { expect } from 'vitest';
import { register } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';

const ANSWER = 'Two rivers meet here';

runThreeWays('playground', [
  {
    name: 'ask two pairs at once, mark the better answer, and go on with it in the chat',
    async act({ page, visit, type, settle }) {
      await register(page);
      const pairs = ['sandbox:sandbox/twin', 'sandbox-b:sandbox/twin'];
      const query = new URLSearchParams(pairs.map((pair) => ['pair', pair]));
      await visit(`/playground/new?${query.toString()}`);
      const box = page.getByRole('textbox', { name: 'Ask me anything' });
      await type([[box, `Where? [[sandbox: text="${ANSWER}" pace=0]]`]]);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.waitForURL(/\/playground\/[\da-f]{8}-/, { waitUntil: 'commit' });
      const best = page.getByRole('button', { name: 'Best answer' });
      // Without scripts the page is read again by its reader.
      await expect
        .poll(
          async () => {
            if ((await best.count()) < 2) await page.reload();
            return best.count();
          },
          { timeout: 60_000, interval: 2000 },
        )
        .toBe(2);
      expect(await page.getByRole('main').getByText(ANSWER, { exact: true }).count()).toBe(2);
      await settle();
      await best.first().click();
      await page.getByText('Best', { exact: true }).waitFor();
      await settle();
      await page.getByRole('button', { name: 'Go on in the chat' }).first().click();
      await page.waitForURL(/\/chat\/[\da-f]{8}-/, { waitUntil: 'commit' });
      await page.getByRole('article').last().getByText(ANSWER, { exact: true }).waitFor();
    },
  },
  {
    name: 'have a picture made, and open it large',
    async act({ page, visit, type, settle }) {
      await register(page);
      await visit('/playground/new?category=text-to-image');
      const box = page.getByRole('textbox', { name: 'Ask me anything' });
      await type([[box, 'A quiet harbour [[sandbox: delay=0]]']]);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.waitForURL(/\/playground\/[\da-f]{8}-/, { waitUntil: 'commit' });
      const picture = page.getByRole('img', { name: /^Picture made from: A quiet harbour/ });
      await expect
        .poll(
          async () => {
            if ((await picture.count()) === 0) await page.reload();
            return picture.count();
          },
          { timeout: 60_000, interval: 2000 },
        )
        .toBe(1);
      await settle();
      const large = page.waitForEvent('popup');
      await picture.click();
      await (await large).waitForURL(/\/files\/[\da-f-]+$/);
    },
  },
]);
