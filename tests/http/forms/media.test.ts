import { beforeEach, expect, it, vi } from 'vitest';
import { createModel } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import {
  askFor,
  awaitPage,
  awaitReply,
  buttonsOf,
  linkOf,
  newPerson,
  turnsOf,
  valuesOf,
  wordsOf,
} from './person.ts';

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

it('the plus menu has one file control that is sent with the form, and a link to the templates', async () => {
  const { browser } = await newPerson(web.origin());
  const page = await browser.get('/chat/new?model=sandbox/seeing');
  const controls = [...page.body.matchAll(/<input[^>]*type="file"[^>]*>/g)].map(([tag]) => tag);
  expect(controls.filter((tag) => tag.includes('name="picture"'))).toHaveLength(1);
  expect(linkOf(page, 'Prompt template')).toBe('/prompts');
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

it('an image is animated: attached for a model that makes a video of it, which has its price', async () => {
  await createVideoModel();
  await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${VIDEO_MODEL}`)).ok, 20_000);
  const { browser } = await newPerson(web.origin());
  const text = 'A fox [[sandbox: delay=0]]';
  const sent = await browser.press(`/chat/new?model=${PICTURE_MODEL}`, 'Send a message', { text });
  const path = sent.location!.split('#', 1)[0]!;
  const made = await awaitReply(browser, path);
  const animated = await browser.pressOn({ path, ...made }, 'Animate');
  expect(animated.location).toContain(`${path}?model=${encodeURIComponent(VIDEO_MODEL)}`);
  const page = await browser.follow(animated);
  expect(valuesOf(page).model).toBe(VIDEO_MODEL);
  expect(buttonsOf(page)).toContain('Remove image-1.png');
  expect(wordsOf(page)).toMatch(/\$0\.010 \/ second/);
});

it('the playground calls two pairs, marks the better answer, and continues it in the chat', async () => {
  const { browser } = await newPerson(web.origin());
  const pairs = ['sandbox:sandbox/small', 'sandbox:sandbox/seeing'];
  const query = new URLSearchParams(pairs.map((pair) => ['pair', pair])).toString();
  const text = 'Where? [[sandbox: text="Two rivers meet here" pace=0]]';
  const at = `/playground/new?${query}`;
  const priced = await browser.press(at, 'Estimate cost', { text });
  expect(wordsOf(priced)).toMatch(/Send to 2 · up to \$0\.\d+/);
  const label = buttonsOf(priced).find((one) => one.startsWith('Send to 2'))!;
  expect(valuesOf(priced, label).text).toBe(text);
  const sent = await browser.pressOn({ path: at, ...priced }, label);
  const path = sent.location!.split('#', 1)[0]!;
  const count = (page: { body: string }) => buttonsOf(page).filter((label) => label === 'Best').length;
  const answered = await awaitPage(browser, path, (page) => count(page) === 2);
  const marked = await browser.follow(await browser.pressOn({ path, ...answered }, 'Best'));
  expect(marked.body.match(/<button[^>]*value="best"[^>]*aria-pressed="true"/g)).toHaveLength(1);
  const chat = await browser.pressOn({ path, ...marked }, 'Open in chat');
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
  expect(
    valuesOf(
      made,
      buttonsOf(made).find((one) => one.startsWith('Send')),
    ).quality,
  ).toBe('low');
  // It is edited by its link; removed from the next prompt, it is still in its answer.
  const place = linkOf(made, 'Edit');
  const edited = await browser.get(place);
  expect(buttonsOf(edited)).toContain('Remove image-1.png');
  const removed = await browser.pressOn({ path: place, ...edited }, 'Remove image-1.png');
  expect(buttonsOf(removed)).not.toContain('Remove image-1.png');
  expect((await browser.get(path)).body).toContain('alt="Image generated from: At dusk');
  const { browser: stranger } = await newPerson(web.origin());
  const theirs = await stranger.get(`/playground/new${new URL(place, web.origin()).search}`);
  expect([theirs.status, buttonsOf(theirs).includes('Remove image-1.png')]).toEqual([200, false]);
  expect(new URL(linkOf(made, 'Animate'), web.origin()).searchParams.get('category')).toBe('image-to-video');
});
