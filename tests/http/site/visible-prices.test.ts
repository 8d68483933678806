import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();
let call: ReturnType<typeof web.as>;

beforeAll(async () => {
  await createModel();
  await createImageModel();
  await createVideoModel();
  for (const id of [TEST_MODEL, PICTURE_MODEL, VIDEO_MODEL])
    await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${id}`)).ok, 20_000);
  call = web.as((await createAccount({ creditMicro: 1_000_000n })).userId);
});

const PRICED = [
  [TEST_MODEL, 'Sandbox Small', /\$[\d.]+ \/ MTok in, \$[\d.]+ \/ MTok out/],
  [PICTURE_MODEL, 'Sandbox Picture', /\$[\d.]+ \/ MTok image out/],
  [VIDEO_MODEL, 'Sandbox Video', /\$[\d.]+ \/ second/],
] as const;

/** A part of a page. */
async function partOf(path: string, part: RegExp): Promise<string> {
  const html = (await (await call(path)).text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
  const found = part.exec(html)?.[0];
  if (found === undefined) throw new Error(`${path} has no ${part}`);
  return found;
}

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('a form that spends money shows its model and its price before anything is typed', () => {
  it.each(PRICED)('in the chat, with %s', async (id, name, price) => {
    const form = await partOf(
      `/chat/new?model=${encodeURIComponent(id)}`,
      /<form[^>]* id="composer"[\s\S]*?<\/form>/,
    );
    // The closed menu between the two lists all models.
    const [chip, rest] = [
      form.slice(0, form.indexOf('<section')),
      form.slice(form.lastIndexOf('</section>')),
    ];
    expect(wordsOf(chip)).toContain(`Choose a model ${name}`);
    expect(wordsOf(rest)).toMatch(price);
  });

  it.each([
    ['text-to-text', /Sandbox Small .*\$[\d.]+ \/ MTok out/],
    ['text-to-image', /Sandbox Picture .*\$[\d.]+ \/ MTok image out/],
    ['text-to-video', /Sandbox Video .*\$[\d.]+ \/ second/],
  ])('in the playground, of %s', async (category, wanted) => {
    const chips = await partOf(
      `/playground/new?category=${category}`,
      /<section aria-label="Selected models"[\s\S]*?<\/section>/,
    );
    expect(wordsOf(chips)).toMatch(wanted);
  });
});
