import type { Page } from 'playwright';
import { expect } from 'vitest';
import { hydrated } from '#tests/e2e/support/hydration.ts';
import { letter, imageFile, video, type ChosenFile } from '#tests/e2e/support/media-files.ts';
import { signUp } from '#tests/e2e/support/register.ts';
import { askFor, awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const SEEING = '/chat/new?model=sandbox/small';
const BLIND = '/chat/new?model=sandbox/thinking';
const previews = (page: Page) =>
  page.getByRole('list', { name: 'Attached images and videos' }).getByRole('listitem');
const shownImages = (page: Page) => turn(page, 0).getByRole('list', { name: 'Images' }).getByRole('img');

/** A new user, with a vision model. */
async function begin({ page, visit }: Visitor): Promise<void> {
  await signUp(page);
  await visit(SEEING);
}

async function choose({ page, settle }: Visitor, ...files: ChosenFile[]): Promise<void> {
  await settle();
  await page.locator('[name=picture]').setInputFiles(files);
}

/** Waits for the uploads; without scripts the files are sent with the form. */
async function awaitUploads({ page, scripts }: Visitor, count: number): Promise<void> {
  if (scripts === 'off') return;
  await expect.poll(() => previews(page).count()).toBe(count);
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
}

/** The images of the first message, all loaded. */
async function awaitImages(page: Page, count: number): Promise<void> {
  await expect.poll(() => shownImages(page).count()).toBe(count);
  for (const one of await shownImages(page).all())
    await expect
      .poll(() => one.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
}

/** Gives the page files as the system does: by a paste or a drop. */
function hand(page: Page, kind: 'paste' | 'drop', { name, mimeType, buffer }: ChosenFile): Promise<void> {
  return page.evaluate(
    ([type, file]) => {
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], file.name, { type: file.mimeType }));
      const box = document.querySelector('textarea[name=text]')!;
      const how = { bubbles: true, cancelable: true };
      if (type === 'paste') box.dispatchEvent(new ClipboardEvent('paste', { ...how, clipboardData: data }));
      else document.body.dispatchEvent(new DragEvent('drop', { ...how, dataTransfer: data }));
    },
    [kind, { name, mimeType, base64: buffer.toString('base64') }] as const,
  );
}

runThreeWays('pictures', [
  {
    name: 'attach two pictures, send them, and see them in the message',
    ways: ['late'],
    async act(visitor) {
      const { page } = visitor;
      await begin(visitor);
      await choose(visitor, await imageFile('blue.png'), await imageFile('red.png', '#c33'));
      await say(visitor, askFor('Blue and red.'));
      await awaitEnd(visitor);
      await turn(page, 1).getByText('Blue and red.', { exact: true }).waitFor();
      await awaitImages(page, 2);
      await expect.poll(() => previews(page).count()).toBe(0);
      await page.reload({ waitUntil: 'commit' });
      await awaitImages(page, 2);
      const large = await turn(page, 0).getByRole('link', { name: 'Image blue.png' }).getAttribute('href');
      expect((await page.request.get(large!)).headers()['content-type']).toBe('image/png');
    },
  },
  {
    name: 'be refused what is no picture, and take a picture out again',
    ways: [],
    expected: [/415/],
    async act(visitor) {
      const { page, type, scripts } = visitor;
      await begin(visitor);
      await choose(visitor, letter, await imageFile('blue.png'));
      await type([[messageBox(page), 'My words']]);
      if (scripts === 'off') await page.getByRole('button', { name: 'Send a message' }).click();
      await page.getByText('File type not supported: text/plain').first().waitFor();
      await previews(page).getByText('blue.png').waitFor();
      await awaitUploads(visitor, 1);
      const isGone =
        scripts === 'off' ? null : page.waitForResponse((answer) => answer.request().method() === 'DELETE');
      await page.getByRole('button', { name: 'Remove blue.png' }).click();
      await isGone;
      await previews(page).waitFor({ state: 'detached' });
      await expect.poll(() => messageBox(page).inputValue()).toBe('My words');
      await page.goto('/settings/files');
      await page.getByText('No files yet').waitFor();
    },
  },
  {
    name: 'go on to a model that sees with text and picture',
    ways: [],
    expected: [/422/],
    async act(visitor) {
      const { page, type, scripts, visit } = visitor;
      await signUp(page);
      await visit(BLIND);
      await choose(visitor, await imageFile('blue.png'));
      await type([[messageBox(page), askFor('Blue.')]]);
      if (scripts === 'off') await page.getByRole('button', { name: 'Send a message' }).click();
      await page.getByText('Sandbox Thinking can’t read images. Sandbox Small can.').waitFor();
      await awaitUploads(visitor, 1);
      await page.getByRole('button', { name: 'Use Sandbox Small' }).click();
      await page.waitForURL(/model=sandbox%2Fsmall/);
      await page.getByText('can’t read images').waitFor({ state: 'detached' });
      await previews(page).getByText('blue.png').waitFor();
      await expect.poll(() => messageBox(page).inputValue()).toBe(askFor('Blue.'));
      await page.getByRole('button', { name: 'Send a message' }).click();
      await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
      await awaitEnd(visitor);
      await awaitImages(page, 1);
    },
  },
  {
    name: 'go on to a model that watches with text and video, which plays in the message',
    expected: [/422/],
    async act(visitor) {
      const { page, type, scripts } = visitor;
      await begin(visitor);
      await choose(visitor, await video('film.webm'));
      await type([[messageBox(page), askFor('A film.')]]);
      if (scripts === 'off') await page.getByRole('button', { name: 'Send a message' }).click();
      await page.getByText('Sandbox Small can’t watch videos. Sandbox Large can.').waitFor();
      await awaitUploads(visitor, 1);
      await page.getByRole('button', { name: 'Use Sandbox Large' }).click();
      await page.waitForURL(/model=sandbox%2Flarge/);
      await previews(page).getByText('film.webm').waitFor();
      await page.getByRole('button', { name: 'Send a message' }).click();
      await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
      await awaitEnd(visitor);
      const player = turn(page, 0).locator('video[controls]');
      await expect.poll(() => player.evaluate((film) => (film as HTMLVideoElement).duration)).toBe(2);
    },
  },
  {
    name: 'edit a message with a picture, which goes along',
    ways: [],
    async act(visitor) {
      const { page, type } = visitor;
      await begin(visitor);
      await choose(visitor, await imageFile('blue.png'), await imageFile('red.png', '#c33'));
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await turn(page, 0).hover();
      await turn(page, 0).getByRole('link', { name: 'Edit message' }).click();
      const editor = page.getByRole('textbox', { name: 'Message text' });
      await editor.waitFor();
      await page.getByRole('checkbox', { name: 'red.png' }).uncheck();
      await type([[editor, askFor('Omega')]]);
      await page.getByRole('button', { name: 'Save & submit' }).click();
      await page.getByText('Version 2 of 2').waitFor({ state: 'attached' });
      await awaitEnd(visitor);
      await awaitImages(page, 1);
    },
  },
  {
    name: 'paste and drop pictures, find them after a reload, and send while one is on its way',
    needsScripts: true,
    async act(visitor) {
      const { page, type, settle, visit } = visitor;
      await begin(visitor);
      await type([[messageBox(page), 'Half a thought']]);
      await settle();
      await hydrated(page);
      let letDrafts = () => {};
      const seen = new Promise<void>((resolve) => (letDrafts = resolve));
      await page.route('**/api/drafts/*', async (route) => {
        await seen;
        await route.continue();
      });
      let uploads = 0;
      page.on('response', (answer) => (uploads += Number(answer.url().endsWith('/api/files'))));
      await hand(page, 'paste', await imageFile('pasted.png'));
      await hand(page, 'drop', await imageFile('dropped.png', '#c33'));
      await expect.poll(() => uploads).toBe(2);
      // A reload would lose an image whose draft is being sent.
      expect(await page.getByRole('progressbar').count()).toBeGreaterThan(0);
      letDrafts();
      await awaitUploads(visitor, 2);
      await page.reload();
      await hydrated(page);
      await awaitUploads(visitor, 2);
      await expect.poll(() => messageBox(page).inputValue()).toBe('Half a thought');
      let letThrough = () => {};
      const held = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route('**/api/files', async (route) => {
        await held;
        await route.continue();
      });
      await choose(visitor, await imageFile('late.png', '#3c6'));
      await page.getByRole('progressbar', { name: 'Uploading late.png' }).waitFor();
      await messageBox(page).fill(askFor('Three.'));
      await page.keyboard.press('Enter');
      await page.getByText('Your message will be sent when the files have uploaded.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/chat/new');
      letThrough();
      await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
      await awaitEnd(visitor);
      await awaitImages(page, 3);
      await visit(SEEING);
      await hydrated(page);
      await expect.poll(() => messageBox(page).inputValue()).toBe('');
      await expect.poll(() => previews(page).count()).toBe(0);
    },
  },
  {
    name: 'break an upload off, and lose the network in another',
    needsScripts: true,
    typesNothing: true,
    expected: [/ERR_/],
    async act(visitor) {
      const { page } = visitor;
      await begin(visitor);
      await hydrated(page);
      await page.route('**/api/files', () => {});
      await choose(visitor, await imageFile('long.png'));
      await page.getByRole('button', { name: 'Cancel uploading long.png' }).click();
      await page.getByText('long.png: Upload was canceled').waitFor();
      await page.unroute('**/api/files');
      await page.route('**/api/files', (route) => route.abort());
      await choose(visitor, await imageFile('lost.png'));
      await page.getByText('lost.png: Network error during upload').waitFor();
      await page.unroute('**/api/files');
      await page.route('**/api/files', (route) => route.fulfill({ status: 200, body: 'Hm' }));
      await choose(visitor, await imageFile('odd.png'));
      await page.getByText('odd.png: Error parsing response').waitFor();
      await expect.poll(() => previews(page).count()).toBe(0);
    },
  },
]);
