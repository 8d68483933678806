import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { files } from '#app/core/files/files.ts';
import { storeFile } from '#app/core/files/new-file.ts';
import { readFileUsage } from '#app/core/files/records/file-rows.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { spoolFolder, useFileStore } from '#tests/fixtures/media/file-store.ts';
import { mp4, PLACE } from '#tests/fixtures/media/mp4.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { keep, objects, upload } from './stage.ts';

useFileStore();

let userId: string;
beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
});

const makeImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } });
const stored = async (name: string) => (await (await files()).get(name))!;
const spooled = () => readdir(spoolFolder());

describe('an image', () => {
  it('is stored with its size and a thumbnail, and counted', async () => {
    const file = await keep(upload(userId), await makeImage(1200, 800).png().toBuffer());
    expect(file).toMatchObject({
      kind: 'image',
      mimeType: 'image/png',
      width: 1200,
      height: 800,
      seconds: null,
    });
    const bytes = await stored(file.objectName);
    expect(file.bytes).toBe(bytes.length);
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const thumbnail = await sharp(await stored(file.thumbnailName!)).metadata();
    expect(thumbnail).toMatchObject({ format: 'webp', width: 512, height: 341 });
    expect(await findFile(AUTOCOMMIT, file)).toEqual({ ...file, createdAt: expect.any(Date) as Date });
    expect(await readFileUsage(AUTOCOMMIT, userId)).toEqual({
      files: 1,
      bytes: file.bytes + file.thumbnailBytes,
    });
    expect(await spooled()).toEqual([]);
  });

  it('loses its metadata, and keeps its orientation', async () => {
    const bytes = await makeImage(60, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const file = await keep(upload(userId), bytes);
    expect(file).toMatchObject({ width: 20, height: 60 });
    const kept = await sharp(await stored(file.objectName)).metadata();
    expect([kept.exif, kept.orientation, kept.width]).toEqual([undefined, undefined, 20]);
  });

  it('of a model is stored unchanged', async () => {
    const bytes = await makeImage(60, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const file = await keep(upload(userId, { source: 'result' }), bytes);
    expect(file).toMatchObject({ width: 20, height: 60, bytes: bytes.length });
    expect((await stored(file.objectName)).equals(bytes)).toBe(true);
  });

  it('loses data hidden after it', async () => {
    const bytes = Buffer.concat([
      await makeImage(8, 8).jpeg().toBuffer(),
      Buffer.from('PK\u0003\u0004<script>alert(1)</script>'),
    ]);
    const file = await keep(upload(userId), bytes);
    expect((await stored(file.objectName)).includes('<script>')).toBe(false);
  });

  it('keeps its animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 10, height: 6, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const file = await keep(upload(userId), bytes);
    expect(file).toMatchObject({ width: 10, height: 6, mimeType: 'image/gif' });
    expect((await sharp(await stored(file.objectName)).metadata()).pages).toBe(2);
  });
});

describe('a video', () => {
  it.each([
    ['MP4', mp4(), { mimeType: 'video/mp4', width: 640, height: 360, seconds: 2.5 }],
    ['MP4 on its side', mp4({ turned: true }), { width: 360, height: 640 }],
    ['QuickTime', mp4({ brand: 'qt  ' }), { mimeType: 'video/quicktime' }],
    ['WebM', webm(), { mimeType: 'video/webm', width: 320, height: 240, seconds: 4 }],
    ['recorded WebM', webm({ seconds: null, live: true }), { seconds: 3.5 }],
  ])('%s reports its size and length', async (_name, bytes, facts) => {
    expect(await keep(upload(userId), bytes)).toMatchObject({ kind: 'video', thumbnailName: null, ...facts });
  });

  it.each([
    ['MP4', mp4({ placed: true })],
    ['WebM', webm({ place: PLACE })],
  ])('%s loses its location', async (_name, bytes) => {
    expect(bytes.includes(PLACE)).toBe(true);
    const file = await keep(upload(userId), bytes);
    const kept = await stored(file.objectName);
    expect([kept.length, kept.includes(PLACE)]).toEqual([bytes.length, false]);
    // The rest is still a valid video.
    expect(await keep(upload(userId), kept)).toMatchObject({ width: file.width, seconds: file.seconds });
  });
});

describe('refused files', () => {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  /** Few bytes, and 69 million pixels. */
  const bomb = () => makeImage(8300, 8300).png().toBuffer();
  it.each<[string, () => Promise<Buffer> | Buffer, object]>([
    ['nothing', () => Buffer.alloc(0), { code: 'invalid_file' }],
    [
      'a file that lies about its type',
      () => Buffer.from('MZ nothing to see here'),
      { code: 'file_type_not_supported', params: { type: 'application/x-msdownload' } },
    ],
    [
      'text',
      () => Buffer.from('Hello'),
      { code: 'file_type_not_supported', params: { type: 'application/octet-stream' } },
    ],
    ['an SVG with a script', () => script, { code: 'file_type_not_supported' }],
    [
      'an SVG with a prologue',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), script]),
      { code: 'file_type_not_supported', params: { type: 'application/xml' } },
    ],
    ['more pixels than are unpacked', bomb, { code: 'file_processing' }],
    [
      'half a picture',
      async () => (await makeImage(300, 300).png().toBuffer()).subarray(0, 300),
      { code: 'file_processing' },
    ],
    [
      'another file behind a video',
      () => mp4({ tail: Buffer.from('<html><script>alert(1)</script>') }),
      { code: 'file_processing' },
    ],
    [
      'another file behind a WebM',
      () => webm({ tail: Buffer.from('PK\u0003\u0004') }),
      { code: 'file_processing' },
    ],
    [
      'sound alone',
      () => mp4({ handler: 'soun' }),
      { code: 'file_type_not_supported', params: { type: 'audio/mp4' } },
    ],
    ['half a video', () => mp4().subarray(0, 300), { code: 'file_processing' }],
  ])('%s, and nothing is stored', async (_name, make, error) => {
    await expect(keep(upload(userId), await make())).rejects.toMatchObject({ param: 'file', ...error });
    expect([await objects(), await selectRows(AUTOCOMMIT, 'SELECT id FROM files'), await spooled()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('a gigabyte, after the first byte too many', async () => {
    let given = 0;
    async function* gigabyte() {
      for (; given < 1024; given += 1) yield Buffer.alloc(1024 * 1024, 1);
    }
    const refused = { code: 'file_too_large', params: { max: 10 } };
    await expect(storeFile(upload(userId), gigabyte())).rejects.toMatchObject(refused);
    expect(given).toBe(10);
    expect([await objects(), await spooled()]).toEqual([[], []]);
  });

  it('an upload that is interrupted', async () => {
    const bytes = await makeImage(300, 300).png().toBuffer();
    async function* cut() {
      yield bytes.subarray(0, 200);
      throw new Error('cut');
    }
    await expect(storeFile(upload(userId), cut())).rejects.toThrow('cut');
    expect([await objects(), await spooled()]).toEqual([[], []]);
  });
});
