import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3, type S3Double } from '#tests/doubles/s3/start-s3.ts';
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

const bucketFor = (accessKeyId: string) =>
  createS3Store({
    bucket: 'files',
    region: 'eu-test-1',
    endpoint: s3.endpoint,
    credentials: { accessKeyId, secretAccessKey: 'secret' },
  });

const namesIn = async (store: FileStore) => {
  const names: string[] = [];
  for await (const { name } of store.list('requests')) names.push(name);
  return names.sort();
};

describe.each<[string, () => FileStore]>([
  ['a folder', () => createDiskStore(path.join(folder, 'store'))],
  ['a bucket', () => bucketFor('key-of-the-test')],
])('%s', (_name, open) => {
  it('gives back what was put in, and lets it go', async () => {
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

  it('takes a file of 20 MB', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'x');
    await open().put('requests/large', bytes);
    expect((await open().get('requests/large'))?.equals(bytes)).toBe(true);
    await open().delete('requests/large');
  });

  it('lists a folder with its times, however many pages it has', async () => {
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

it('leaves no half of a file in its folder', async () => {
  const root = path.join(folder, 'halves');
  await createDiskStore(root).put('requests/a', Buffer.from('whole'));
  expect(await readdir(path.join(root, 'requests'))).toEqual(['a']);
});

it('says so when a bucket does not let us in', async () => {
  await expect(bucketFor('somebody').get('requests/a')).rejects.toMatchObject({ name: 'AccessDenied' });
  await expect(bucketFor('somebody').put('requests/a', Buffer.from('a'))).rejects.toMatchObject({
    name: 'AccessDenied',
  });
});
