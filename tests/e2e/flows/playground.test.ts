import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect } from 'vitest';
import { playableWebm } from '#tests/fixtures/media/playable-webm.ts';
import { newGate } from '../support/gate.ts';
import { hydrated } from '../support/hydration.ts';
import { imageFile } from '#tests/e2e/support/media-files.ts';
import { signUp } from '../support/register.ts';
import { runThreeWays, type Flow } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const ANSWER = 'Two rivers meet here';

const PAIRS = [
  'sandbox:sandbox/twin',
  'sandbox-b:sandbox/twin',
  'sandbox:sandbox/small',
  'sandbox:sandbox/large',
];

/** A new conversation of one category with its only pair on OpenAI's wire. */
const alone = (category: string, model: 'picture' | 'video') =>
  new URLSearchParams({ category, pair: `sandbox:sandbox/${model}` }).toString();

const answers = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Best', exact: true });

/** Types a prompt and sends it. */
async function send({ page, type }: Visitor, text: string): Promise<void> {
  await type([[page.getByRole('textbox', { name: 'Ask me anything' }), text]]);
  // The address may already be that of the conversation, and a reload now would not have sent it.
  const taken = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: /^Send( to \d+)?( · up to .*)?$/ }).click();
  await taken;
  await page.waitForURL(/\/playground\/[\da-f]{8}-/, { waitUntil: 'commit' });
}

/** Without scripts its reader reloads the page. */
async function awaitCount(
  { page, scripts }: Visitor,
  count: () => Promise<number>,
  wanted: number,
): Promise<void> {
  await expect
    .poll(
      async () => {
        if (scripts !== 'on' && (await count()) < wanted) await page.reload({ waitUntil: 'commit' });
        return count();
      },
      { timeout: 90_000, interval: scripts === 'on' ? 100 : 1000 },
    )
    .toBe(wanted);
}

/** Text of four pairs, an image and a video in one conversation: six pairs in all, each output separately. */
const allOutputs = (screen: 'wide' | 'phone'): Flow => ({
  name: `ask for words, a picture and a video, on a ${screen} screen`,
  ways: [],
  page: () => ({ screen }),
  async act(visitor) {
    const { page, visit, settle } = visitor;
    await signUp(page);
    await visit(`/playground/new?${new URLSearchParams(PAIRS.map((pair) => ['pair', pair])).toString()}`);
    await send(visitor, `Where? [[sandbox: text="${ANSWER}" pace=0]]`);
    await awaitCount(visitor, () => answers(page).count(), 4);
    const output = page.getByRole('navigation', { name: screen === 'wide' ? 'Output' : 'Categories' });
    const choose = async (mode: string, box: string, model: 'picture' | 'video') => {
      await settle();
      const name = screen === 'wide' ? mode : `Text to ${mode.toLowerCase()}`;
      await output.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(new RegExp(`category=${box}`), { waitUntil: 'commit' });
      await output.locator(`[aria-current=page]`, { hasText: name }).waitFor();
      // Only prompts of this mode are shown.
      await expect.poll(() => answers(page).count()).toBe(0);
      await visit(`${new URL(page.url()).pathname}?${alone(box, model)}`);
    };
    await choose('Image', 'text-to-image', 'picture');
    await send(visitor, 'A quiet harbour [[sandbox: delay=0]]');
    const image = page.getByRole('img', { name: /^Image generated from: A quiet harbour/ });
    await awaitCount(visitor, () => image.count(), 1);
    await choose('Video', 'text-to-video', 'video');
    await page.getByText('Parameters', { exact: true }).click();
    await page.getByLabel('Length').selectOption('4');
    await send(visitor, 'A quiet harbour [[sandbox: delay=0]]');
    const video = page.locator('video[aria-label^="Video generated from: A quiet harbour"]');
    await awaitCount(visitor, () => video.count(), 1);
    await expect.poll(() => image.count()).toBe(0);
    // It is shown whole in a box whose size does not depend on it.
    const { width, height } = (await video.boundingBox())!;
    expect(Math.abs(width / height - 1)).toBeLessThan(0.02);
    expect(await video.evaluate((one) => getComputedStyle(one).objectFit)).toBe('contain');
    // Nothing is wider than the screen.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  },
});

runThreeWays('playground', [
  allOutputs('wide'),
  allOutputs('phone'),
  {
    name: 'have a picture made from a picture, with what was chosen',

    async act(visitor) {
      const { page, scripts, settle } = visitor;
      await signUp(page);
      await visitor.visit(`/playground/new?${alone('image-to-image', 'picture')}`);
      await settle();
      await page.locator('[name=picture]').setInputFiles([await imageFile('blue.png')]);
      if (scripts === 'on') await page.locator('input[name=files]').waitFor({ state: 'attached' });
      await page.getByText('Parameters', { exact: true }).click();
      await page.getByLabel('Quality').selectOption('low');
      await send(visitor, 'In the evening [[sandbox: delay=0]]');
      const image = page.getByRole('img', { name: /^Image generated from: In the evening/ });
      await awaitCount(visitor, () => image.count(), 1);
      expect(new URL(page.url()).searchParams.get('category')).toBe('image-to-image');
      const sent = page.getByRole('list', { name: 'Sent with the prompt' }).getByRole('link');
      await expect.poll(() => sent.count()).toBe(1);
      expect((await page.request.get((await sent.getAttribute('href'))!)).headers()['content-type']).toBe(
        'image/png',
      );
      await page.getByText('Parameters', { exact: true }).click();
      await expect.poll(() => page.getByLabel('Quality').inputValue()).toBe('low');
    },
  },
  {
    name: 'attach a video, which a frame of it stands for from then on',
    needsScripts: true,
    typesNothing: true,
    async act({ page, visit }) {
      await signUp(page);
      await visit('/playground/new?category=video-to-video');
      const film = { name: 'film.webm', mimeType: 'video/webm', buffer: await playableWebm() };
      await page.locator('[name=picture]').setInputFiles([film]);
      await hydrated(page);
      const frames = page.locator('img[src$="?thumbnail"]');
      await frames.waitFor();
      const answer = await page.request.get((await frames.getAttribute('src'))!);
      const { dominant } = await sharp(await answer.body()).stats();
      // The colour of the video: #c36.
      expect(dominant.r).toBeGreaterThan(180);
      expect(dominant.g).toBeLessThan(90);
      await visit('/settings/files');
      await page.getByText('film.webm').waitFor();
      await frames.waitFor();
    },
  },
  {
    name: 'ask two pairs at once, mark the better answer, and go on with it in the chat',
    ways: ['on', 'off'],
    async act(visitor) {
      const { page, visit, type, settle } = visitor;
      await signUp(page);
      const pairs = ['sandbox:sandbox/twin', 'sandbox-b:sandbox/twin'];
      const query = new URLSearchParams(pairs.map((pair) => ['pair', pair]));
      await visit(`/playground/new?${query.toString()}`);
      const box = page.getByRole('textbox', { name: 'Ask me anything' });
      await type([[box, `Where? [[sandbox: text="${ANSWER}" pace=0]]`]]);
      await page.getByRole('button', { name: /^Send( to \d+)?( · up to .*)?$/ }).click();
      await page.waitForURL(/\/playground\/[\da-f]{8}-/, { waitUntil: 'commit' });
      const best = answers(page);
      await awaitCount(visitor, () => best.count(), 2);
      await expect.poll(() => page.getByRole('main').getByText(ANSWER, { exact: true }).count()).toBe(2);
      await settle();
      await best.first().click();
      await page.locator('button[aria-pressed=true]', { hasText: 'Best' }).waitFor();
      await settle();
      await page.getByRole('button', { name: 'Open in chat' }).first().click();
      await page.waitForURL(/\/chat\/[\da-f]{8}-/, { waitUntil: 'commit' });
      await page.getByRole('article').last().getByText(ANSWER, { exact: true }).waitFor();
    },
  },
  {
    name: 'read an answer as Markdown while it is written, in a cell that keeps its size',
    needsScripts: true,
    async act(visitor) {
      const { page, visit } = visitor;
      const gate = newGate();
      await signUp(page);
      await visit(`/playground/new?pair=${encodeURIComponent('sandbox:sandbox/twin')}`);
      await send(
        visitor,
        `Rivers? [[sandbox: text="A **bold** river, and more of it" pace=0 ${gate.at} hold=6]]`,
      );
      const cell = page.locator('li[id^="c-"]');
      const limit = cell.getByText(/^up to \$0\.\d+$/);
      await cell.locator('strong', { hasText: 'bold' }).waitFor();
      await limit.waitFor();
      const before = await cell.boundingBox();
      await gate.open();
      await cell.getByRole('button', { name: 'Repeat' }).waitFor();
      expect((await cell.boundingBox())!.height).toBe(before!.height);
      // The limit has become the cost, with its receipt.
      await cell.locator('dd a[href^="/usage/receipts/"]').waitFor();
      expect(await limit.count()).toBe(0);
    },
  },
  {
    name: 'see what a picture costs at most, before it is sent',
    ways: [],
    async act({ page, visit, type, scripts }) {
      await signUp(page);
      await visit(`/playground/new?${alone('text-to-image', 'picture')}`);
      const box = page.getByRole('textbox', { name: 'Ask me anything' });
      await type([[box, 'A quiet harbour']]);
      await page.getByText('Parameters', { exact: true }).click();
      await page.getByLabel('Quality').selectOption('low');
      const ask = page.getByRole('button', { name: 'Estimate cost' });
      // With scripts it is shown automatically.
      if (scripts === 'off') await ask.click();
      else expect(await ask.isVisible()).toBe(false);
      await page.getByRole('button', { name: /^Send · up to \$0\.\d+$/ }).waitFor();
      expect(await box.inputValue()).toBe('A quiet harbour');
      expect(await page.getByLabel('Quality').inputValue()).toBe('low');
    },
  },
  {
    name: 'have a picture made, and open it large',
    ways: [],
    async act({ page, visit, type, settle }) {
      await signUp(page);
      await visit(`/playground/new?${alone('text-to-image', 'picture')}`);
      const box = page.getByRole('textbox', { name: 'Ask me anything' });
      await type([[box, 'A quiet harbour [[sandbox: delay=0]]']]);
      await page.getByRole('button', { name: /^Send( to \d+)?( · up to .*)?$/ }).click();
      await page.waitForURL(/\/playground\/[\da-f]{8}-/, { waitUntil: 'commit' });
      const picture = page.getByRole('img', { name: /^Image generated from: A quiet harbour/ });
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
