import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

useFileStore();
const web = useWeb();
let call: ReturnType<typeof web.as>;

beforeEach(async () => {
  await emptyTables();
  const { userId } = await createAccount();
  call = web.as(userId);
});

const draw = (format: 'jpeg' | 'png' | 'gif' = 'jpeg') =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#c36' } })
    .toFormat(format)
    .toBuffer();

function form(bytes: Uint8Array): FormData {
  const data = new FormData();
  data.set('file', new Blob([Uint8Array.from(bytes)]), 'poster.jpg');
  return data;
}

async function upload(bytes: Uint8Array): Promise<FileView> {
  const answer = await call('/api/files', { method: 'POST', body: form(bytes) });
  const { temp_file_id: _own, ...file } = (await answer.json()) as FileView & { temp_file_id: null };
  return file;
}

const send = (id: string, bytes: Uint8Array, as = call) =>
  as(`/api/files/${id}/poster`, { method: 'POST', body: form(bytes) });

it('a video has a poster from then on, wherever it is described', async () => {
  const video = await upload(webm());
  expect(video.preview).toBeNull();
  expect((await call(`${video.url}?thumbnail`)).status).toBe(404);
  const answer = await send(video.file_id, await draw());
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ...video, preview: `${video.url}?thumbnail` },
  ]);
  const small = await call(`${video.url}?thumbnail`);
  expect(small.headers.get('content-type')).toBe('image/webp');
  const page = await (await call('/settings/files')).text();
  expect(page).toContain(`src="${video.url}?thumbnail"`);
  // The first one remains.
  const first = Buffer.from(await small.arrayBuffer());
  expect((await send(video.file_id, await draw('png'))).status).toBe(200);
  expect(Buffer.from(await (await call(`${video.url}?thumbnail`)).arrayBuffer())).toEqual(first);
});

it('an invalid or too large one is refused by its field, and nothing of it is stored', async () => {
  const { file_id: id } = await upload(webm());
  const cut = (await draw()).subarray(0, 700);
  const junk: [string, Uint8Array, number, string][] = [
    ['words', Buffer.from('Dear reader'), 400, 'invalid_request'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'invalid_request'],
    ['a GIF', await draw('gif'), 400, 'invalid_request'],
    ['a video', webm(), 400, 'invalid_request'],
    ['a cut picture', cut, 400, 'invalid_request'],
    ['a megabyte and more', Buffer.alloc(1024 * 1024 + 1), 413, 'file_too_large'],
  ];
  for (const [what, bytes, status, code] of junk) {
    const answer = await send(id, bytes);
    expect([what, answer.status, await answer.json()]).toMatchObject([
      what,
      status,
      { error: { code, param: 'file' } },
    ]);
  }
  const nothing = await call(`/api/files/${id}/poster`, { method: 'POST', body: new URLSearchParams() });
  expect(nothing.status).toBe(400);
  expect(await selectRows(AUTOCOMMIT, 'SELECT thumbnail_name FROM files')).toEqual([
    { thumbnail_name: null },
  ]);
});

it('can be sent by the owner only, and a poster of an image is ignored', async () => {
  const video = await upload(webm());
  const picture = await upload(await draw());
  const other = web.as((await createAccount()).userId);
  expect((await send(video.file_id, await draw(), other)).status).toBe(404);
  const before = await selectRows(AUTOCOMMIT, 'SELECT id, thumbnail_name FROM files ORDER BY id');
  const answer = await send(picture.file_id, await draw('png'));
  expect([answer.status, await answer.json()]).toEqual([200, picture]);
  expect(await selectRows(AUTOCOMMIT, 'SELECT id, thumbnail_name FROM files ORDER BY id')).toEqual(before);
  expect((await send('no-id', await draw())).status).toBe(404);
});
