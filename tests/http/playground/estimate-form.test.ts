import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { wordsOfPage } from '#tests/fixtures/page-text.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { callersOf } from '#tests/fixtures/playground-callers.ts';

useEngine();
const web = useWeb();
const newCaller = callersOf(web);
const AT_MOST = /Send · up to (?:&lt;)?\$0\.\d+/;

/** The fields of a form whose second button requests the price. */
const asking = (model: string, fields: [string, string][]): [string, string][] => [
  ['intent', 'send'],
  ['pair', `sandbox:${model}`],
  ['estimate', '1'],
  ...fields,
];

describe('the price of a prompt, requested by its form', () => {
  beforeEach(async () => {
    await createImageModel();
    await createVideoModel();
    for (const id of [PICTURE_MODEL, VIDEO_MODEL])
      await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${id}`)).ok, 20_000);
  });

  it('is shown on the page with the text and the options, and nothing is sent', async () => {
    const { call, form } = await newCaller();
    const fields: [string, string][] = [
      ['output', 'text'],
      ['text', 'Rivers'],
      ['max_tokens', '17'],
      ['blind', '1'],
    ];
    const answer = await form('/playground/new?category=text-to-text', asking(TEST_MODEL, fields));
    expect(answer.status).toBe(200);
    expect(await wordsOfPage(answer.clone())).toMatch(AT_MOST);
    const html = await answer.text();
    expect(html).toContain('>Rivers</textarea>');
    expect(html).toMatch(/name="max_tokens"[^>]* value="17"/);
    expect(html).toMatch(/name="blind"[^>]* checked=""/);
    expect(await (await call('/playground/new')).text()).not.toContain('Rivers');
  });

  it('requires text only for text', async () => {
    const { form } = await newCaller();
    const words = await form('/playground/new?category=text-to-text', asking(TEST_MODEL, [['text', ' ']]));
    expect([words.status, await words.text()]).toEqual([400, expect.stringContaining('role="alert"')]);
    const video = asking(VIDEO_MODEL, [
      ['text', ''],
      ['output', 'video'],
      ['seconds', '8'],
    ]);
    const page = await form('/playground/new?category=text-to-video', video);
    expect(await wordsOfPage(page.clone())).toMatch(AT_MOST);
    expect(await page.text()).toMatch(
      /<option[^>]* value="8" selected=""|<option[^>]* selected="" value="8"/,
    );
  });

  it('keeps the files of the form, and names the model that would refuse', async () => {
    const { call } = await newCaller();
    const body = new FormData();
    const fields: [string, string][] = [
      ['output', 'image'],
      ['text', 'At dusk'],
    ];
    for (const [name, value] of asking(PICTURE_MODEL, fields)) body.append(name, value);
    body.set('picture', new File([Buffer.from(PIXEL, 'base64')], 'blue.png', { type: 'image/png' }));
    const ask = () => call('/playground/new?category=image-to-image', { method: 'POST', body });
    const page = await ask();
    expect(await wordsOfPage(page.clone())).toMatch(AT_MOST);
    expect(await page.text()).toMatch(/name="files"[^>]* value="[\w-]{36}"/);
    body.set('resolution', '4K');
    expect(await wordsOfPage(await ask())).toContain('can’t answer this: the model takes no resolution');
  });

  it('is not shown for objects of other users', async () => {
    const [owner, other] = [await newCaller(), await newCaller()];
    const sent = await owner.form('/playground/new', [
      ['intent', 'send'],
      ['text', 'Lakes [[sandbox: text="Baikal" pace=0]]'],
      ['pair', `sandbox:${TEST_MODEL}`],
    ]);
    const path = sent.headers.get('location')!.split('#')[0]!;
    expect((await other.form(path, asking(TEST_MODEL, [['text', 'And?']]))).status).toBe(404);
  });
});
