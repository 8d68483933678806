import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { config } from '#app/core/platform/config.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useApi } from '#tests/setup/api.ts';

useFileStore();
const api = useApi();
let userId: string;
let call: ReturnType<typeof api.as>;
let png: Buffer;
beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
  call = api.as(userId);
  png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
});

interface Uploaded {
  file_id: string;
  url: string;
  preview: string;
  [name: string]: unknown;
}

function form(bytes: Uint8Array, { name = 'a cat.png', type = 'image/png' } = {}): FormData {
  const data = new FormData();
  data.set('file', new Blob([Uint8Array.from(bytes)], { type }), name);
  data.set('file_id', 'mine-1');
  return data;
}

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n';

/** A form whose parts are generated while it is sent. */
const streamed = (body: AsyncIterable<Uint8Array>, signal?: AbortSignal) =>
  ({
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
    ...(signal && { signal }),
  }) as unknown as RequestInit;

async function upload(bytes: Uint8Array, facts?: { name?: string; type?: string }) {
  const answer = await call('/api/files', { method: 'POST', body: form(bytes, facts) });
  return { status: answer.status, body: (await answer.json()) as Uploaded & { message?: string } };
}

const rows = () => selectRows(AUTOCOMMIT, 'SELECT id FROM files');
/** Files of the store, and those that are being checked. */
const stored = async () =>
  (
    await Promise.all(
      ['files/media', 'spool'].map((one) => readdir(path.resolve(config().DATA_DIR, one)).catch(() => [])),
    )
  ).flat();

describe('an upload', () => {
  it('is stored, and answered with its facts', async () => {
    const { status, body } = await upload(png, { name: '../../\u202egnp.cat' });
    expect([status, body]).toEqual([
      200,
      {
        file_id: expect.any(String) as string,
        temp_file_id: 'mine-1',
        filename: 'gnp.cat',
        filepath: `/files/${body.file_id}`,
        url: `/files/${body.file_id}`,
        preview: `/files/${body.file_id}?thumbnail`,
        source: 'upload',
        type: 'image/png',
        size: expect.any(Number) as number,
        width: 900,
        height: 600,
        duration: null,
      },
    ]);
    expect(await stored()).toHaveLength(2);
  });

  it.each<[string, () => Uint8Array, number, string]>([
    ['nothing', () => new Uint8Array(), 400, 'Invalid file for upload.'],
    ['text', () => Buffer.from('Hello'), 415, 'File type not supported: application/octet-stream'],
    ['half a picture', () => png.subarray(0, 300), 422, 'Error processing file'],
    ['11 MB', () => Buffer.concat([png, Buffer.alloc(11e6)]), 413, 'File size exceeds the limit of 10MB'],
  ])('of %s is refused with the text of the interface', async (_name, bytes, status, message) => {
    const answer = await upload(bytes());
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect([await rows(), await stored()]).toEqual([[], []]);
  });

  it('needs a form, a file, and a signed-in user', async () => {
    const post = (body: BodyInit, headers?: Record<string, string>) =>
      call('/api/files', { method: 'POST', body, ...(headers && { headers }) }).then(({ status }) => status);
    expect(await post('{}', { 'content-type': 'application/json' })).toBe(415);
    const empty = new FormData();
    empty.set('file_id', 'a');
    expect(await post(empty)).toBe(400);
    expect(await post('--x\r\nnonsense', { 'content-type': 'multipart/form-data; boundary=x' })).toBe(400);
    const stranger = await fetch(`${api.origin()}/api/files`, { method: 'POST', body: form(png) });
    expect(stranger.status).toBe(401);
    expect([await rows(), await stored()]).toEqual([[], []]);
  });

  it('that is interrupted leaves nothing', async () => {
    const leaving = new AbortController();
    async function* half() {
      yield Buffer.from(`${HEAD}\r\n`);
      yield png;
      await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve));
    }
    const sending = call('/api/files', streamed(half(), leaving.signal)).catch(() => null);
    await expect.poll(stored).toHaveLength(1);
    leaving.abort();
    expect(await sending).toBeNull();
    await expect.poll(stored).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('of a gigabyte is cut at the limit', async () => {
    async function* gigabyte() {
      yield Buffer.from(`${HEAD}\r\n`);
      for (let sent = 0; sent < 1024; sent += 1) yield Buffer.alloc(1024 * 1024, 1);
    }
    const answer = await call('/api/files', streamed(gigabyte()));
    // It is read while its sender continues.
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'file_too_large' } }]);
    expect([await rows(), await stored()]).toEqual([[], []]);
  });
});

describe('a stored file', () => {
  it('is served completely, in ranges, as a thumbnail, and with 304 to a client that has it', async () => {
    const { url, preview } = (await upload(png)).body;
    const whole = await call(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const header = (name: string) => whole.headers.get(name) ?? '';
    expect([whole.status, header('content-type'), header('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect([header('cache-control'), header('content-length')]).toEqual([
      'private, no-cache',
      String(bytes.length),
    ]);
    expect(header('content-disposition')).toBe(`inline; filename="a cat.png"; filename*=UTF-8''a%20cat.png`);
    expect(header('content-security-policy')).toContain('sandbox');
    const part = await call(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    const beyond = await call(url, { headers: { range: `bytes=${bytes.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    const again = await call(url, { headers: { 'if-none-match': header('etag') } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const small = await call(preview);
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(512);
    expect(small.headers.get('etag')).not.toBe(header('etag'));
    const head = await call(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await call(`${url}?download`)).headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('is not visible to other users, and to none once it is deleted', async () => {
    const { url } = (await upload(webm(), { name: 'a.webm', type: 'video/webm' })).body;
    const other = api.as((await createAccount()).userId);
    for (const method of ['GET', 'DELETE']) expect((await other(url, { method })).status).toBe(404);
    expect((await fetch(api.origin() + url)).status).toBe(401);
    expect((await call(`${url}?thumbnail`)).status).toBe(404);
    expect((await call(url, { method: 'DELETE' })).status).toBe(204);
    expect([(await call(url)).status, await rows(), await stored()]).toEqual([404, [], []]);
  });
});
