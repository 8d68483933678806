import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { awaitEnd, messageBox, sendByButton, turn } from './flows/conversation-steps.ts';
import { newGate } from './support/gate.ts';
import { hydrated } from './support/hydration.ts';
import { signedIn } from './support/signed-in.ts';
import { test } from './support/test.ts';

const WAIT_MS = 90_000;
const growing = ({ at }: { at: string }) =>
  `Tell me about rivers [[sandbox: length=60 pace=0 ${at} hold=30]]`;
/** A message whose reply never ends by itself: its gate stays closed. */
const endless = () => growing(newGate());

const floating = (page: Page) => page.locator('[data-floating]');
const stops = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });

describe('the floating buttons', () => {
  test('are also on an earlier page of a conversation', async ({ open }) => {
    const page = await signedIn(open);
    await sendByButton(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    await floating(page).getByRole('button', { name: 'Regenerate' }).waitFor({ timeout: WAIT_MS });
    await sendByButton(page, endless());
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
    const last = (await turn(page, 3).getAttribute('id'))!.slice('m-'.length);
    await page.goto(`${new URL(page.url()).pathname}?before=${last}`);
    await hydrated(page);
    await floating(page).getByRole('link', { name: 'New chat' }).waitFor();
    await floating(page).getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('link', { name: 'Back to latest messages' }).click();
    await page.getByRole('article').getByText('Stopped', { exact: true }).waitFor({ timeout: WAIT_MS });
  });
});

describe('without scripts', () => {
  const frame = (page: Page) => page.frameLocator('iframe');
  const frameStop = (page: Page) => frame(page).getByRole('button', { name: 'Stop' });

  /**
   * How long each button that costs money ignores the pointer after the page has loaded, as the browser
   * computes it.
   */
  const restOf = (page: Page) =>
    page.evaluate(() => {
      const paid = [...document.querySelectorAll('form')].flatMap((form) => {
        const intent = form.querySelector<HTMLInputElement>('input[name=intent]')?.value;
        const buttons = [...form.querySelectorAll<HTMLButtonElement>('button[type=submit]')];
        return buttons.filter((button) =>
          ['send', 'regenerate', 'continue'].includes(
            button.name === 'intent' ? button.value : (intent ?? ''),
          ),
        );
      });
      return paid.map((button) => {
        const { animationName, animationDelay, animationFillMode } = getComputedStyle(button);
        return `${animationName} ${animationDelay} ${animationFillMode}`;
      });
    });

  test('Stop ends with the reply: the page around the frame never says that it continues', async ({
    open,
  }) => {
    const page = await signedIn(open, { scripts: 'off' });
    const gate = newGate();
    await sendByButton(page, growing(gate));
    await frameStop(page).waitFor({ timeout: WAIT_MS });
    await expect.poll(() => stops(page).count()).toBe(0);
    await expect.poll(() => page.getByText('Generating').count()).toBe(0);
    await gate.open();
    await frame(page).getByRole('link', { name: 'Show finished reply' }).waitFor({ timeout: WAIT_MS });
    await frameStop(page).waitFor({ state: 'hidden' });
    await expect.poll(() => frame(page).locator('.dots').isVisible()).toBe(false);
  });

  test.for(['reduce', undefined] as const)(
    'no button that costs money is active at once on the page after a stop (motion: %s)',
    async (motion, { open }) => {
      const page = await signedIn(open, { scripts: 'off', motion });
      await sendByButton(page, endless());
      await expect
        .poll(() => frame(page).locator('main').innerText(), { timeout: WAIT_MS })
        .toMatch(/\w+ \w+ \w+ \w+/);
      await frameStop(page).click();
      await awaitEnd({ page, scripts: 'off' });
      await page.getByRole('article').getByText('Stopped', { exact: true }).waitFor({ timeout: WAIT_MS });
      const rest = await restOf(page);
      expect(rest.length).toBeGreaterThan(2);
      expect(new Set(rest)).toEqual(new Set(['arm 0.8s backwards']));
    },
  );

  test('a message queued while the reply grows is listed, and sent after its end', async ({ open }) => {
    const page = await signedIn(open, { scripts: 'off' });
    const gate = newGate();
    await sendByButton(page, growing(gate));
    await frameStop(page).waitFor({ timeout: WAIT_MS });
    await messageBox(page).fill('And about lakes [[sandbox: text="Lakes." pace=0]]');
    await page.getByRole('button', { name: 'Queue message' }).click({ noWaitAfter: true });
    const queue = page.getByRole('region', { name: 'Queued messages' });
    await queue.getByText('And about lakes').first().waitFor({ timeout: WAIT_MS });
    await gate.open();
    const sent = async () => {
      await page.reload({ waitUntil: 'commit' });
      return page.getByRole('article').count();
    };
    await expect.poll(sent, { timeout: WAIT_MS }).toBe(4);
    expect(await queue.count()).toBe(0);
  });
});
