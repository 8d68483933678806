import { expect, it, vi } from 'vitest';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { callersOf } from '#tests/fixtures/playground-callers.ts';

useEngine();
const web = useWeb();
const newCaller = callersOf(web);
const WORDS = `sandbox:${TEST_MODEL}`;
const PICTURES = `sandbox:${PICTURE_MODEL}`;

/** The output and the models selected in the form of a page. */
async function selectionOf(page: Response): Promise<{ output: string | undefined; pairs: string[] }> {
  const html = await page.text();
  const form = html.slice(html.indexOf('value="send"'));
  return {
    output: /name="output" value="(\w+)"/.exec(form)?.[1],
    pairs: [...form.matchAll(/name="pair" value="([^"]+)"/g)].map(([, pair]) => pair!),
  };
}

async function createImageModels(): Promise<void> {
  await createImageModel();
  await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${PICTURE_MODEL}`)).ok, 20_000);
}

it('opens with text, the default of the specification, for all users', async () => {
  await createImageModels();
  const { call } = await newCaller();
  for (const page of [await call('/playground/new'), await fetch(`${web.origin()}/playground`)])
    expect(await selectionOf(page)).toEqual({ output: 'text', pairs: [WORDS] });
});

it('opens with the selection of its address, and a conversation with its last one', async () => {
  await createImageModels();
  const { call, form } = await newCaller();
  const pictures = { output: 'image', pairs: [PICTURES] };
  expect(await selectionOf(await call('/playground/new?category=text-to-image'))).toEqual(pictures);
  expect(await selectionOf(await call(`/playground/new?pair=${encodeURIComponent(PICTURES)}`))).toEqual(
    pictures,
  );
  const sent = await form('/playground/new', [
    ['intent', 'send'],
    ['output', 'image'],
    ['text', 'Lakes [[sandbox: delay=0]]'],
    ['pair', PICTURES],
  ]);
  const path = sent.headers.get('location')!.split('#')[0]!;
  const page = await call(path);
  expect(await selectionOf(page.clone())).toEqual(pictures);
  // The next prompt goes to the same models.
  expect(await page.text()).toMatch(
    /href="\/playground\/new\?category=text-to-image&amp;pair=sandbox[^"]+"[^>]*><svg/,
  );
});

it('redirects a visitor through the sign-in back to the prompt, its category and its models', async () => {
  await createImageModels();
  const page = `/playground/new?category=text-to-image&pair=${encodeURIComponent(PICTURES)}`;
  const sent = await fetch(web.origin() + page, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'send', output: 'image', pair: PICTURES, text: 'Lakes & rivers' }),
    redirect: 'manual',
  });
  const to = new URL(sent.headers.get('location')!, web.origin());
  expect([sent.status, to.pathname]).toEqual([303, '/login']);
  const { call } = await newCaller();
  const back = await call(to.searchParams.get('redirectTo')!);
  expect(await selectionOf(back.clone())).toEqual({ output: 'image', pairs: [PICTURES] });
  expect(await back.text()).toContain('>Lakes &amp; rivers</textarea>');
});
