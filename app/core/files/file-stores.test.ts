import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3, type S3Double } from '#tests/doubles/s3/start-s3.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

let s3: S3Double;
let folder: string;
beforeAll(async () => {
  s3 = await startS3('key-of-the-test');
  folder = await mkdtemp(path.join(tmpdir(), 'files-'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const bucketFor = (accessKeyId: string, secretAccessKey = 'secret') =>
  createS3Store({
    bucket: 'files',
    region: 'eu-test-1',
    limitMs: 20_000,
    endpoint: s3.endpoint,
    credentials: { accessKeyId, secretAccessKey },
  });

const MB = 1024 * 1024;
/** An upload has parts of 5 MB: both sizes need several parts. */
const WHOLE_MB = IS_FULL ? 20 : 11;
const STREAMED_MB = IS_FULL ? 60 : 30;

async function* pieces(count: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number += 1) yield Buffer.alloc(MB, String.fromCodePoint(97 + number));
}

async function* broken(): AsyncGenerator<Buffer> {
  yield* pieces(7);
  throw new Error('cut');
}

async function all(source: AsyncIterable<unknown>): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const piece of source) found.push(piece as Buffer);
  return found;
}

const namesIn = async (store: FileStore) => {
  const names: string[] = [];
  for await (const { name } of store.list('requests')) names.push(name);
  return names.sort();
};

describe.each<[string, () => FileStore]>([
  ['a folder', () => createDiskStore(path.join(folder, 'store'))],
  ['a bucket', () => bucketFor('key-of-the-test')],
])('%s', (_name, open) => {
  it('returns what was stored, and deletes it', async () => {
    const store = open();
    const bytes = Buffer.from([0, 255, 10, 13, ...Buffer.from('دنیا')]);
    expect(await store.get('requests/a')).toBeNull();
    await store.put('requests/a', bytes);
    expect(await store.get('requests/a')).toEqual(bytes);
    await store.put('requests/a', Buffer.from('again'));
    expect((await store.get('requests/a'))?.toString()).toBe('again');
    await store.delete('requests/a');
    expect(await store.get('requests/a')).toBeNull();
    await store.delete('requests/a');
  });

  it('stores a file of many megabytes', async () => {
    const bytes = Buffer.alloc(WHOLE_MB * MB, 'x');
    await open().put('requests/large', bytes);
    expect((await open().get('requests/large'))?.equals(bytes)).toBe(true);
    await open().delete('requests/large');
  });

  it('stores a stream, and reads a range of it', async () => {
    const store = open();
    await store.put('requests/pieces', pieces(12));
    const whole = Buffer.concat(await all(pieces(12)));
    expect(Buffer.concat(await all((await store.open('requests/pieces'))!)).equals(whole)).toBe(true);
    const part = await store.open('requests/pieces', { first: 5_000_000, last: 5_000_009 });
    expect(Buffer.concat(await all(part!))).toEqual(whole.subarray(5_000_000, 5_000_010));
    expect(await store.open('requests/nothing')).toBeNull();
    await store.delete('requests/pieces');
  });

  it('stores nothing when the pieces end in an error', async () => {
    const store = open();
    await expect(store.put('requests/broken', broken())).rejects.toThrow('cut');
    expect(await store.get('requests/broken')).toBeNull();
    expect(await namesIn(store)).toEqual([]);
    expect(s3.unfinished.size).toBe(0);
  });

  it('lists a folder with its times, over all pages', async () => {
    const store = open();
    expect(await namesIn(store)).toEqual([]);
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `requests/${name}`);
    const before = Date.now();
    for (const name of [...names, 'others/a']) await store.put(name, Buffer.from(name));
    expect(await namesIn(store)).toEqual(names);
    for await (const { storedAt } of store.list('requests')) {
      expect(Math.abs(storedAt.getTime() - before)).toBeLessThan(60_000);
    }
  });
});

it('uploads a large file to a bucket with little of it in memory', async () => {
  let given = 0;
  let most = 0;
  async function* counted() {
    for await (const piece of pieces(STREAMED_MB)) {
      given += piece.length;
      const taken = [...s3.unfinished.values()].flatMap((parts) => [
        ...(parts as Map<number, Buffer>).values(),
      ]);
      most = Math.max(most, given - taken.reduce((sum, { length }) => sum + length, 0));
      yield piece;
    }
  }
  await bucketFor('key-of-the-test').put('requests/flat', counted());
  expect(s3.objects.get('files/requests/flat')?.bytes.length).toBe(STREAMED_MB * MB);
  expect(most).toBeLessThan(25 * MB);
  await bucketFor('key-of-the-test').delete('requests/flat');
});

it('leaves no partial file in its folder', async () => {
  const root = path.join(folder, 'halves');
  await createDiskStore(root).put('requests/a', Buffer.from('whole'));
  expect(await readdir(path.join(root, 'requests'))).toEqual(['a']);
});

it('reports that a bucket denies access', async () => {
  await expect(bucketFor('somebody').get('requests/a')).rejects.toMatchObject({ name: 'AccessDenied' });
  await expect(bucketFor('key-of-the-test', 'another secret').get('requests/a')).rejects.toMatchObject({
    name: 'AccessDenied',
  });
  await expect(bucketFor('somebody').put('requests/a', Buffer.from('a'))).rejects.toMatchObject({
    name: 'AccessDenied',
  });
});
