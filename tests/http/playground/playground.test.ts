import { beforeEach, describe, expect, it, vi } from 'vitest';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { errorAt, valuesOf } from '../forms/person.ts';
import { callersOf } from '#tests/fixtures/playground-callers.ts';

useEngine();
const web = useWeb();
const newCaller = callersOf(web);
const PAIR = `sandbox:${TEST_MODEL}`;

describe('images', () => {
  beforeEach(async () => {
    await createImageModel();
    await vi.waitUntil(
      async () => (await fetch(`${web.origin()}/api/v1/models/${PICTURE_MODEL}`)).ok,
      20_000,
    );
  });

  it('are shown on the page, those that were made and no text among them', async () => {
    const { call, form } = await newCaller();
    const send = (fields: [string, string][], path = '/playground/new') =>
      form(path, [['intent', 'send'], ...fields]);
    const sent = await send([
      ['text', 'A bridge [[sandbox: delay=0]]'],
      ['output', 'image'],
      ['pair', `sandbox:${PICTURE_MODEL}`],
    ]);
    const path = sent.headers.get('location')!.split('#')[0]!;
    await expect
      .poll(async () => (await (await call(path)).text()).includes('?thumbnail"'), { timeout: 30_000 })
      .toBe(true);
    const page = await (await call(path)).text();
    expect(page).toContain('alt="Image generated from: A bridge');
    expect(page).toMatch(/<img src="\/files\/[\w-]+\?thumbnail"[^>]* width="1024" height="1024"/);
    await send(
      [
        ['text', 'Words [[sandbox: text="Some" pace=0]]'],
        ['pair', PAIR],
      ],
      path,
    );
    await expect
      .poll(async () => (await (await call(path)).text()).includes('Some</p>'), { timeout: 30_000 })
      .toBe(true);
    expect(await (await call(path)).text()).not.toContain('?thumbnail"');
    expect(await (await call(`${path}?category=text-to-image`)).text()).toContain('?thumbnail"');
  });

  it('are opened in a chat that keeps them, also when their playground is deleted', async () => {
    const { call, form } = await newCaller();
    const sent = await form('/playground/new', [
      ['intent', 'send'],
      ['text', 'A fox in the snow [[sandbox: delay=0]]'],
      ['output', 'image'],
      ['pair', `sandbox:${PICTURE_MODEL}`],
    ]);
    const path = sent.headers.get('location')!.split('#')[0]!;
    const image = /\/files\/[\w-]+/;
    const read = async () => (await call(path)).text();
    await expect.poll(async () => image.test(await read()), { timeout: 30_000 }).toBe(true);
    const cellId = /id="c-([\w-]+)"/.exec(await read())![1]!;
    const chat = await form(path, [
      ['intent', 'continue'],
      ['cellId', cellId],
    ]);
    expect(chat.status).toBe(302);
    await form(path, [['intent', 'delete']]);
    const page = await (await call(chat.headers.get('location')!.split('#')[0]!)).text();
    expect(page).toContain('A fox in the snow');
    const file = image.exec(page)![0];
    expect((await call(file)).status).toBe(200);
  });
});

describe('videos', () => {
  beforeEach(async () => {
    await createVideoModel();
    await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${VIDEO_MODEL}`)).ok, 20_000);
  });

  it('are shown on the page with their size reserved', async () => {
    const { call, form } = await newCaller();
    const sent = await form('/playground/new', [
      ['intent', 'send'],
      ['text', 'A bridge [[sandbox: delay=0]]'],
      ['output', 'video'],
      ['pair', `sandbox:${VIDEO_MODEL}`],
    ]);
    const path = sent.headers.get('location')!.split('#')[0]!;
    await expect
      .poll(async () => (await (await call(path)).text()).includes('<video'), { timeout: 30_000 })
      .toBe(true);
    expect(await (await call(path)).text()).toMatch(
      /<video src="\/files\/[\w-]+#t=0\.001" controls=""[^>]* preload="metadata" width="720" height="1280"/,
    );
  });
});

describe('the page', () => {
  it('is shown to visitors, whose click redirects to the sign-in', async () => {
    const page = `${web.origin()}/playground/new`;
    expect((await fetch(page)).status).toBe(200);
    const body = new URLSearchParams({ intent: 'send', text: 'Rivers' });
    const sent = await fetch(page, { method: 'POST', body, redirect: 'manual' });
    expect(sent.headers.get('location')).toBe(
      `/login?redirectTo=${encodeURIComponent('/playground/new?text=Rivers')}`,
    );
  });

  it('tells a banned user why nothing was sent', async () => {
    const { userId, call } = await newCaller();
    await change(AUTOCOMMIT, 'UPDATE users SET banned_at = NOW(3) WHERE id = ?', [userId]);
    const body = new URLSearchParams({ intent: 'send', text: 'Rivers', pair: PAIR });
    const sent = await call('/playground/new', { method: 'POST', body, redirect: 'manual' });
    expect(sent.headers.get('location')).toBe('/login?notice=ban');
  });

  it('sends by a form, shows the answers, and is in no list of chats', async () => {
    const { call, form } = await newCaller();
    const sent = await form('/playground/new', [
      ['intent', 'send'],
      ['text', 'Lakes [[sandbox: text="Baikal" pace=0]]'],
      ['pair', PAIR],
    ]);
    expect(sent.status).toBe(302);
    const path = sent.headers.get('location')!.split('#')[0]!;
    await expect
      .poll(async () => (await (await call(path)).text()).includes('Baikal</p>'), { timeout: 30_000 })
      .toBe(true);
    expect(await (await call('/api/convos')).text()).not.toContain('Lakes');
  });

  it('shows the invalid parameter at its field, and keeps the typed values', async () => {
    const { form } = await newCaller();
    const refused = await form('/playground/new?category=text-to-text', [
      ['intent', 'send'],
      ['text', 'Lakes'],
      ['temperature', '7'],
      ['pair', PAIR],
    ]);
    const page = { body: await refused.text() };
    expect([refused.status, errorAt(page, 'temperature')]).toEqual([400, 'Enter a number from 0 to 2.']);
    expect(valuesOf(page, 'Send')).toMatchObject({ text: 'Lakes', temperature: '7' });
    const empty = await form('/playground/new?category=text-to-text', [
      ['intent', 'send'],
      ['text', ' '],
      ['pair', PAIR],
    ]);
    expect(errorAt({ body: await empty.text() }, 'text')).not.toBeNull();
  });

  it('hides the models until one of the answers is chosen', async () => {
    const { call, form } = await newCaller();
    const sent = await form('/playground/new', [
      ['intent', 'send'],
      ['text', 'Seas [[sandbox: text="Aral" pace=0]]'],
      ['pair', PAIR],
      ['blind', '1'],
    ]);
    const path = sent.headers.get('location')!.split('#')[0]!;
    const read = async () => (await call(path)).text();
    await expect.poll(async () => (await read()).includes('Aral</p>'), { timeout: 30_000 }).toBe(true);
    const hidden = await read();
    expect(hidden).toContain('Answer 1');
    expect(hidden).not.toContain('/usage/receipts/');
    const cellId = /id="c-([\w-]+)"/.exec(hidden)![1]!;
    await form(path, [
      ['intent', 'best'],
      ['cellId', cellId],
    ]);
    expect(await read()).toContain('/usage/receipts/');
    const chat = await form(path, [
      ['intent', 'continue'],
      ['cellId', cellId],
    ]);
    const page = await call(chat.headers.get('location')!.split('#')[0]!);
    expect(await page.text()).toContain('Aral');
  });

  it('requires at least one pair, and at most twelve', async () => {
    const { form } = await newCaller();
    const send = (pairs: number) =>
      form('/playground/new', [
        ['intent', 'send'],
        ['text', 'Hi'],
        ...Array.from({ length: pairs }, (_, index): [string, string] => ['pair', `p${index}:m`]),
      ]);
    expect([(await send(0)).status, (await send(13)).status]).toEqual([400, 400]);
  });
});
