import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { newGate } from '../support/gate.ts';
import { hydrated } from '../support/hydration.ts';
import { register, signIn } from '../support/register.ts';
import { askFor, awaitEnd, messageBox, say, shownReply, stopButton, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const queueOf = (page: Page) => page.getByRole('region', { name: 'Queued messages' });

const reply = (page: Page) => page.locator('.markdown').last();

runThreeWays('devices', [
  {
    name: 'two tabs and a phone show the same growing reply and end with the same bytes',
    async act(visitor) {
      const { page, scripts, openAnother } = visitor;
      const account = await register(page);
      const phone = await openAnother({ screen: 'phone' });
      await signIn(phone, account);
      await say(visitor, 'Tell me about rivers [[sandbox: length=3000 pace=120]]');
      const tab = await page.context().newPage();
      const screens = [page, tab, phone];
      for (const other of [tab, phone]) await other.goto(page.url(), { waitUntil: 'commit' });
      await Promise.all(screens.map(expectGrowth));
      await stopButton(visitor).click();
      await Promise.all(screens.map((screen) => awaitEnd({ page: screen, scripts })));
      const texts = await Promise.all(screens.map((screen) => reply(screen).innerHTML()));
      expect(texts[0]).toMatch(/<p/);
      expect(new Set(texts).size).toBe(1);
    },
  },
  {
    name: 'messages queued during a reply are on the phone at once, and are sent in their order',
    needsScripts: true,
    async act(visitor) {
      const { page, openAnother } = visitor;
      const gate = newGate();
      const account = await register(page);
      const phone = await openAnother({ screen: 'phone' });
      await signIn(phone, account);
      await say(visitor, `Rivers [[sandbox: length=20 pace=0 ${gate.at} hold=5]]`);
      await phone.goto(page.url(), { waitUntil: 'commit' });
      await hydrated(phone);
      await messageBox(page).fill(askFor('Alpha'));
      await page.keyboard.press('Enter');
      await queueOf(phone).getByText('Alpha').waitFor();
      await expect.poll(() => messageBox(page).inputValue()).toBe('');
      await messageBox(phone).fill(askFor('Omega'));
      // Stop stays beside it.
      await stopButton({ page: phone, scripts: 'on' }).waitFor();
      await phone.getByRole('button', { name: 'Queue message' }).click();
      await expect.poll(() => queueOf(page).getByRole('listitem').count()).toBe(2);
      await gate.open();
      for (const screen of [page, phone]) {
        await expect.poll(() => screen.getByRole('article').count()).toBe(6);
        await turn(screen, 3).getByText('Alpha', { exact: true }).waitFor();
        await turn(screen, 5).getByText('Omega', { exact: true }).waitFor();
        await queueOf(screen).waitFor({ state: 'hidden' });
      }
    },
  },
  {
    name: 'the frame of a reply grows byte by byte, also for a browser that would take it compressed',
    ways: [],
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      await say(visitor, 'Tell me about rivers [[sandbox: length=120 pace=30]]');
      const html = await (await page.context().request.get(page.url())).text();
      const frame = /<iframe\b[^>]*\bsrc="([^"]+)"/.exec(html)?.[1] ?? '';
      const cookies = await page.context().cookies();
      const answer = await fetch(new URL(frame, inject('applicationUrl')), {
        headers: {
          cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
          'accept-encoding': 'gzip',
        },
      });
      expect(answer.headers.get('content-encoding')).toBeNull();
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      const moments: number[] = [];
      let text = '';
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        text += piece.value;
        if (!text.includes('</html>')) moments.push(text.length);
      }
      expect(new Set(moments).size).toBeGreaterThanOrEqual(3);
      expect(text).toMatch(/<\/html>\s*$/);
      await awaitEnd(visitor);
    },
  },
]);

/** Waits until the visible text of the last reply has grown. */
async function expectGrowth(page: Page): Promise<void> {
  let first = '';
  await expect.poll(async () => (first = await shownReply(page))).not.toBe('');
  await expect.poll(async () => (await shownReply(page)).length).toBeGreaterThan(first.length + 20);
}
