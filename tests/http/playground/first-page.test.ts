import { expect, it, vi } from 'vitest';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createPictureModel, PICTURE_MODEL } from '#tests/factories/create-picture-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { callersOf } from './callers-of.ts';

useEngine();
const web = useWeb();
const newCaller = callersOf(web);
const WORDS = `sandbox:${TEST_MODEL}`;
const PICTURES = `sandbox:${PICTURE_MODEL}`;

/** What the form of a page would ask for, and whom. */
async function askedBy(page: Response): Promise<{ output: string | undefined; pairs: string[] }> {
  const html = await page.text();
  const form = html.slice(html.indexOf('value="send"'));
  return {
    output: /name="output" value="(\w+)"/.exec(form)?.[1],
    pairs: [...form.matchAll(/name="pair" value="([^"]+)"/g)].map(([, pair]) => pair!),
  };
}

async function createPictures(): Promise<void> {
  await createPictureModel();
  await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${PICTURE_MODEL}`)).ok, 20_000);
}

it('opens on words where nothing makes pictures', async () => {
  const { call } = await newCaller();
  expect(await askedBy(await call('/playground/new'))).toEqual({ output: 'text', pairs: [WORDS] });
});

it('opens on pictures, the first of the side bar, for everybody', async () => {
  await createPictures();
  const { call } = await newCaller();
  const pictures = { output: 'image', pairs: [PICTURES] };
  for (const page of [await call('/playground/new'), await fetch(`${web.origin()}/playground`)])
    expect(await askedBy(page)).toEqual(pictures);
});

it('opens on what its address names, and a conversation on what it was asked for', async () => {
  await createPictures();
  const { call, form } = await newCaller();
  const words = { output: 'text', pairs: [WORDS] };
  expect(await askedBy(await call('/playground/new?category=text-to-text'))).toEqual(words);
  expect(await askedBy(await call(`/playground/new?pair=${encodeURIComponent(WORDS)}`))).toEqual(words);
  const sent = await form('/playground/new', [
    ['intent', 'send'],
    ['text', 'Lakes [[sandbox: text="Baikal" pace=0]]'],
    ['pair', WORDS],
  ]);
  const path = sent.headers.get('location')!.split('#')[0]!;
  const page = await call(path);
  expect(await askedBy(page.clone())).toEqual(words);
  // What comes next is asked of the same.
  expect(await page.text()).toMatch(
    /href="\/playground\/new\?category=text-to-text&amp;pair=sandbox[^"]+"[^>]*><svg/,
  );
});
