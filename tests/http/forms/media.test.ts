import { beforeEach, expect, it, vi } from 'vitest';
import { createModel } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { askFor, awaitPage, awaitReply, buttonsOf, newPerson, turnsOf, valuesOf, wordsOf } from './person.ts';

useFileStore();
useEngine();
const web = useWeb();

const blue = () => new File([Buffer.from(PIXEL, 'base64')], 'blue.png', { type: 'image/png' });
const letter = () => new File(['Dear reader'], 'letter.txt', { type: 'text/plain' });

beforeEach(async () => {
  await createModel({ id: 'sandbox/seeing', name: 'Seeing', supports: ['text-to-text', 'image-to-text'] });
  await createImageModel();
  // A web process reads the catalogue once a second.
  await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${PICTURE_MODEL}`)).ok, 20_000);
});

it('an image is sent with the form, is kept at a model without vision, and sent to one with it', async () => {
  const { browser } = await newPerson(web.origin());
  const at = '/chat/new?model=sandbox/small';
  const refused = await browser.press(at, 'Send a message', { text: askFor('Blue.'), picture: blue() });
  expect(refused.status).toBe(422);
  expect(wordsOf(refused)).toContain('Sandbox Small can’t read images. Seeing can.');
  const other = await browser.pressOn({ path: at, ...refused }, 'Use Seeing');
  const page = await browser.follow(other);
  expect(valuesOf(page)).toMatchObject({ model: 'sandbox/seeing', text: askFor('Blue.') });
  const sent = await browser.pressOn({ path: other.location!, ...page }, 'Send a message');
  const reply = await awaitReply(browser, sent.location!.split('#', 1)[0]!);
  expect(reply.body).toContain('Image blue.png');
});

it('a file that is no image is refused, and an image is removed again', async () => {
  const { browser } = await newPerson(web.origin());
  const at = '/chat/new?model=sandbox/seeing';
  const refused = await browser.press(at, 'Send a message', { text: 'Mine', picture: letter() });
  expect([refused.status, wordsOf(refused).includes('File type not supported: text/plain')]).toEqual([
    415,
    true,
  ]);
  expect(valuesOf(refused).text).toBe('Mine');
  const opened = await browser.press(at, 'Options', { picture: blue() });
  const page = await browser.follow(opened);
  const removed = await browser.pressOn({ path: opened.location!, ...page }, 'Remove blue.png');
  expect(buttonsOf(await browser.follow(removed))).not.toContain('Remove blue.png');
  expect(wordsOf(await browser.get('/settings/files'))).toContain('No files yet');
});

it('an image is generated in the chosen size, and used in the next message', async () => {
  const { browser } = await newPerson(web.origin());
  const at = `/chat/new?model=${PICTURE_MODEL}`;
  const text = 'A fox [[sandbox: delay=0]]';
  const sent = await browser.press(at, 'Send a message', { text, size: '1536x1024' });
  const path = sent.location!.split('#', 1)[0]!;
  const made = await awaitReply(browser, path);
  expect(made.body).toMatch(/<img[^>]*width="1536"/);
  const used = await browser.follow(await browser.pressOn({ path, ...made }, 'Edit'));
  expect(buttonsOf(used)).toContain('Remove image-1.png');
  expect(valuesOf(used).size).toBe('1536x1024');
  expect(turnsOf(used)).toHaveLength(2);
});

it('the playground calls two pairs, marks the better answer, and continues it in the chat', async () => {
  const { browser } = await newPerson(web.origin());
  const pairs = ['sandbox:sandbox/small', 'sandbox:sandbox/seeing'];
  const query = new URLSearchParams(pairs.map((pair) => ['pair', pair])).toString();
  const text = 'Where? [[sandbox: text="Two rivers meet here" pace=0]]';
  const at = `/playground/new?${query}`;
  const priced = await browser.press(at, 'Estimate cost', { text });
  expect(wordsOf(priced)).toMatch(/Up to \$0\.\d+ for 2 answers/);
  expect(valuesOf(priced, 'Send').text).toBe(text);
  const sent = await browser.pressOn({ path: at, ...priced }, 'Send');
  const path = sent.location!.split('#', 1)[0]!;
  const count = (page: { body: string }) => buttonsOf(page).filter((label) => label === 'Best answer').length;
  const answered = await awaitPage(browser, path, (page) => count(page) === 2);
  const marked = await browser.follow(await browser.pressOn({ path, ...answered }, 'Best answer'));
  expect(count(marked)).toBe(1);
  const chat = await browser.pressOn({ path, ...marked }, 'Continue in chat');
  expect(turnsOf(await browser.follow(chat)).at(-1)).toContain('Two rivers meet here');
});

it('the playground generates an image from one that is sent with its form', async () => {
  const { browser } = await newPerson(web.origin());
  const at = `/playground/new?category=image-to-image&pair=sandbox:${PICTURE_MODEL}`;
  const fields = { text: 'At dusk [[sandbox: delay=0]]', quality: 'low', picture: blue() };
  const sent = await browser.press(at, 'Send', fields);
  const path = sent.location!.split('#', 1)[0]!;
  const made = await awaitPage(browser, path, ({ body }) =>
    body.includes('alt="Image generated from: At dusk'),
  );
  expect(valuesOf(made, 'Send').quality).toBe('low');
});
