import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { newGate } from '../support/gate.ts';
import { hydrated } from '../support/hydration.ts';
import { signIn, signUp } from '../support/register.ts';
import { awaitEnd, messageBox, say, stopButton, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const PICTURES = '/chat/new?model=sandbox/picture';
const LONG = 90_000;
const previews = (page: Page) =>
  page.getByRole('list', { name: 'Attached images and videos' }).getByRole('listitem');
const unfinished = (page: Page) => page.getByRole('img', { name: 'Preview' });
const imageIn = (reply: Locator) => reply.getByRole('img', { name: /^Image 1 by/ });

async function isShown(image: Locator): Promise<void> {
  await image.waitFor({ timeout: LONG });
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
}

/** This browser drew its poster, and it is stored. */
async function hasPoster(page: Page, video: Locator): Promise<void> {
  await expect.poll(() => video.getAttribute('poster'), { timeout: LONG }).toMatch(/\?thumbnail$/);
  const poster = await page.request.get((await video.getAttribute('poster'))!);
  expect(poster.headers()['content-type']).toBe('image/webp');
}

/** Sends another message; its reply is the turn at this index. */
async function sendNext(visitor: Visitor, text: string, place: number): Promise<void> {
  const { page } = visitor;
  await say(visitor, text);
  await turn(page, place).waitFor();
  await awaitEnd(visitor);
}

/** Uses the result of a reply in the next message. */
async function useIn(page: Page, reply: Locator): Promise<void> {
  await reply.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => previews(page).count()).toBe(1);
}

async function chooseModel({ page, settle }: Visitor, name: string, id: string): Promise<void> {
  await settle();
  await page.getByRole('button', { name: /^Choose a model/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.waitForURL(new RegExp(`model=${encodeURIComponent(id)}`));
  await settle();
}

runThreeWays('pictures and videos that are made', [
  {
    name: 'make a picture, edit it, make a video from it',
    async act(visitor) {
      const { page, visit, scripts, settle } = visitor;
      await signUp(page);
      await visit(PICTURES);
      const size = page.getByRole('combobox', { name: 'Size' });
      await size.selectOption('1536x1024');
      await say(visitor, 'A fox in the snow [[sandbox: delay=0]]');
      await awaitEnd(visitor);
      await isShown(imageIn(turn(page, 1)));
      await expect.poll(() => imageIn(turn(page, 1)).getAttribute('width')).toBe('1536');
      const save = turn(page, 1).getByRole('link', { name: 'Download' });
      const answer = await page.request.get((await save.getAttribute('href'))!);
      expect(answer.headers()['content-disposition']).toContain('attachment');
      await settle();
      if (scripts === 'late') await hydrated(page);
      // The choice stays, also after a reload.
      expect(await size.inputValue()).toBe('1536x1024');
      await useIn(page, turn(page, 1));
      expect(await size.inputValue()).toBe('1536x1024');
      await sendNext(visitor, 'Now at night [[sandbox: delay=0]]', 3);
      await isShown(imageIn(turn(page, 3)));
      await expect
        .poll(() => turn(page, 2).getByRole('list', { name: 'Images' }).getByRole('img').count())
        .toBe(1);
      await useIn(page, turn(page, 3));
      await chooseModel(visitor, 'Sandbox Video', 'sandbox/video');
      await expect.poll(() => previews(page).count()).toBe(1);
      await sendNext(visitor, 'It runs away [[sandbox: delay=500]]', 5);
      const video = turn(page, 5).locator('video');
      await video.waitFor({ timeout: LONG });
      const film = await page.request.get((await video.getAttribute('src'))!);
      expect(film.headers()['content-type']).toBe('video/mp4');
      if (scripts !== 'off') await hasPoster(page, video);
      await page.reload({ waitUntil: 'commit' });
      await turn(page, 5).locator('video').waitFor();
      if (scripts !== 'off')
        expect(await turn(page, 5).locator('video').getAttribute('poster')).toMatch(/\?thumbnail$/);
      await isShown(imageIn(turn(page, 1)));
      // For videos nothing was chosen; images have their own choice.
      expect(await size.inputValue()).toBe('');
      await visit(`${new URL(page.url()).pathname}?model=sandbox/picture`);
      expect(await size.inputValue()).toBe('1536x1024');
    },
  },
  {
    name: 'be refused by a policy, in words, and pay nothing',
    ways: [],
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit(PICTURES);
      await say(visitor, 'A fox [[sandbox: fault=filter]]');
      const words = page.getByText('The provider blocked the reply because of its content policy.').first();
      await expect
        .poll(
          async () => {
            if (visitor.scripts === 'off') await page.reload({ waitUntil: 'commit' });
            return words.isVisible();
          },
          { timeout: LONG },
        )
        .toBe(true);
      await page.getByText('You weren’t charged.').first().waitFor();
    },
  },
  {
    name: 'see a picture before it is finished, on all screens and after a reload, and then it in the same place',
    needsScripts: true,
    async act(visitor) {
      const { page, visit, openAnother } = visitor;
      const gate = newGate();
      const account = await signUp(page);
      await visit(PICTURES);
      await page.getByRole('combobox', { name: 'Previews' }).selectOption('1');
      await say(visitor, `A fox [[sandbox: ${gate.at} pace=0]]`);
      await hydrated(page);
      await isShown(unfinished(page));
      const phone = await openAnother({ screen: 'phone' });
      await signIn(phone, account);
      await phone.goto(page.url());
      await isShown(unfinished(phone));
      await page.reload();
      await isShown(unfinished(page));
      const before = await unfinished(page).boundingBox();
      const { height: turnBefore } = (await turn(page, 1).boundingBox())!;
      await gate.open();
      for (const screen of [page, phone]) await isShown(imageIn(turn(screen, 1)));
      expect(await unfinished(page).count()).toBe(0);
      const { width, height } = (await imageIn(turn(page, 1)).boundingBox())!;
      expect(Math.abs(width - before!.width) + Math.abs(height - before!.height)).toBeLessThan(5);
      // The row of actions has its space, too: a button does not move away from a click.
      await turn(page, 1).getByRole('button', { name: 'Regenerate' }).waitFor();
      const { height: turnAfter } = (await turn(page, 1).boundingBox())!;
      expect(Math.abs(turnAfter - turnBefore)).toBeLessThan(5);
    },
  },
  {
    name: 'see a picture before it is finished in the playground',
    ways: [],
    needsScripts: true,
    async act({ page, visit, type }) {
      const gate = newGate();
      await signUp(page);
      await visit(
        `/playground/new?category=text-to-image&pair=${encodeURIComponent('sandbox:sandbox/picture')}`,
      );
      await page.getByText('Parameters', { exact: true }).click();
      await page.getByLabel('Live previews').selectOption('1');
      await type([
        [page.getByRole('textbox', { name: 'Ask me anything' }), `A hare [[sandbox: ${gate.at} pace=0]]`],
      ]);
      await page.getByRole('button', { name: /^Send( · up to .*)?$/ }).click();
      await page.waitForURL(/\/playground\/[\da-f]{8}-/, { waitUntil: 'commit' });
      await isShown(unfinished(page));
      await page.reload();
      await isShown(unfinished(page));
      const cell = page.locator('li[id^="c-"]');
      const before = await cell.boundingBox();
      await gate.open();
      await isShown(page.getByRole('img', { name: /^Image generated from: A hare/ }));
      expect(await unfinished(page).count()).toBe(0);
      // The cell has its size from the beginning: image, figures and actions take the places that wait for them.
      await cell.getByRole('button', { name: 'Repeat' }).waitFor();
      expect((await cell.boundingBox())!.height).toBe(before!.height);
    },
  },
  {
    name: 'see how far a video is after a reload and on a phone, and that it was asked to stop',
    ways: [],
    needsScripts: true,
    async act(visitor) {
      const { page, visit, openAnother } = visitor;
      const account = await signUp(page);
      await visit('/chat/new?model=sandbox/video');
      // Long enough that it is still in progress when it is stopped, on a busy machine as well.
      await say(visitor, 'A fox [[sandbox: delay=40000]]');
      await hydrated(page);
      const phone = await openAnother({ screen: 'phone' });
      await signIn(phone, account);
      await phone.goto(page.url());
      for (const screen of [page, phone]) await screen.getByText(/% done/).waitFor({ timeout: LONG });
      await page.reload();
      await page.getByRole('progressbar').waitFor();
      await hydrated(page);
      await stopButton(visitor).click();
      await page.getByText(/^Stopping…/).waitFor();
      for (const screen of [page, phone]) await turn(screen, 1).locator('video').waitFor({ timeout: LONG });
    },
  },
  {
    name: 'open a picture large by the keyboard, and come back to it',
    needsScripts: true,
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit(PICTURES);
      await say(visitor, 'A fox [[sandbox: delay=0]]');
      await awaitEnd(visitor);
      await isShown(imageIn(turn(page, 1)));
      const link = turn(page, 1).getByRole('link', { name: /^Image 1 by/ });
      await link.press('Enter');
      const large = page.getByRole('dialog', { name: /^Image 1 by/ });
      await isShown(large.getByRole('img'));
      await page.keyboard.press('Escape');
      await large.waitFor({ state: 'hidden' });
      await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.getByRole('button', { name: 'Edit' }).click();
      await expect.poll(() => messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
      await page.getByRole('button', { name: 'Remove image-1.png' }).click();
      await previews(page).waitFor({ state: 'detached' });
      // It is only removed from the message.
      await page.reload();
      await isShown(imageIn(turn(page, 1)));
    },
  },
]);
