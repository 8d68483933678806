import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useFileStore();
useEngine();
const web = useWeb();
const SEEING = 'sandbox/seeing';
const WATCHING = 'sandbox/watching';

beforeEach(async () => {
  await createModel({ id: SEEING, name: 'Seeing', supports: ['text-to-text', 'image-to-text'] });
  await createModel({ id: WATCHING, name: 'Watching', supports: ['text-to-text', 'video-to-text'] });
});

const blue = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = web.as(userId);
  const upload = async (bytes: Uint8Array, type = 'image/png') => {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(bytes)], { type }), 'blue.png');
    return (await (await call('/api/files', { method: 'POST', body: form })).json()) as { file_id: string };
  };
  const ask = (body: object) =>
    call(
      '/api/ask/openAI',
      jsonPost({ model: SEEING, text: 'What is this? [[sandbox: text="Blue." pace=0]]', ...body }),
    );
  return { call, upload, ask };
}

describe('a form that uploads images itself', () => {
  const EMPTY = new Blob([], { type: 'application/octet-stream' });

  async function send(
    call: ReturnType<typeof web.as>,
    fields: Record<string, string>,
    files: [Blob, string][],
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: 'send', model: SEEING, ...fields }))
      form.set(name, value);
    for (const [blob, name] of files) form.append('picture', blob, name);
    return call('/chat/new', { method: 'POST', body: form, redirect: 'manual' });
  }
  const blob = (bytes: Uint8Array, type = 'image/png') => new Blob([Uint8Array.from(bytes)], { type });

  it('sends them with the message', async () => {
    const { call } = await newCaller();
    const files: [Blob, string][] = [
      [blob(await blue()), 'one.png'],
      [blob(await blue()), 'two.png'],
    ];
    const answer = await send(call, { text: 'Hi [[sandbox: text="Blue." pace=0]]' }, files);
    const [, id] = /^\/chat\/([\w-]+)#/.exec(answer.headers.get('location') ?? '')!;
    const [message] = (await (await call(`/api/messages/${id}`)).json()) as ChatMessage[];
    expect(message!.files.map(({ filename }) => filename)).toEqual(['one.png', 'two.png']);
  });

  it('sends a message without any file', async () => {
    const { call } = await newCaller();
    expect((await send(call, { text: 'Hi' }, [[EMPTY, '']])).status).toBe(302);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM files')).toEqual([]);
  });

  it('names the refused one, and keeps the text and the others', async () => {
    const { call } = await newCaller();
    const large = Buffer.concat([await blue(), Buffer.alloc(11e6)]);
    const refused: [Blob, string][] = [
      [blob(Buffer.from('Hello')), 'File type not supported: application/octet-stream'],
      [blob(large), 'File size exceeds the limit of 10MB'],
    ];
    for (const [bad, words] of refused) {
      const files: [Blob, string][] = [
        [bad, 'bad'],
        [blob(await blue()), 'good.png'],
      ];
      const page = await (await send(call, { text: 'Kept words' }, files)).text();
      expect(page).toContain(words);
      expect(page).toContain('Kept words');
      expect(page.match(/name="files" value="[\w-]{36}"/g)).toHaveLength(1);
      expect(page).toContain('good.png');
    }
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual([]);
    expect(await selectRows(AUTOCOMMIT, 'SELECT name FROM files')).toEqual(
      refused.map(() => ({ name: 'good.png' })),
    );
  });

  it('sends a video to a model with video input, and keeps it at one without', async () => {
    const { call } = await newCaller();
    const files: [Blob, string][] = [[blob(webm(), 'video/webm'), 'film.webm']];
    const refused = await send(call, { text: 'Kept words' }, files);
    expect(refused.status).toBe(422);
    const page = await refused.text();
    for (const words of ['Seeing can’t watch videos. Watching can.', 'Kept words', 'film.webm'])
      expect(page).toContain(words);
    const answer = await send(call, { text: 'Hi [[sandbox: text="A film."]]', model: WATCHING }, files);
    const path = answer.headers.get('location')!.split('#', 1)[0]!;
    expect(await (await call(path)).text()).toMatch(/<video src="\/files\/[\w-]+"[^>]* controls=""/);
  });

  it('keeps text and images when an image is removed or another model is selected', async () => {
    const { call, upload } = await newCaller();
    const [one, two] = [await upload(await blue()), await upload(await blue())];
    const form = new FormData();
    for (const { file_id: id } of [one, two]) form.append('files', id);
    form.set('text', 'Kept words');
    form.set('removedFile', one.file_id);
    const answer = await call('/chat/new', { method: 'POST', body: form, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/chat/new']);
    const page = await (await call('/chat/new')).text();
    expect([page.includes('Kept words'), page.includes(one.file_id), page.includes(two.file_id)]).toEqual([
      true,
      false,
      true,
    ]);
    form.delete('removedFile');
    form.set('chosenModel', TEST_MODEL);
    await call('/chat/new', { method: 'POST', body: form, redirect: 'manual' });
    const other = await (await call(`/chat/new?model=${TEST_MODEL}`)).text();
    expect(other).toContain(two.file_id);
    expect(other).toContain('Sandbox Small can’t read images. Seeing can.');
  });
});
