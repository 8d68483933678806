import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startS3, type S3Double, type S3Fault } from '#tests/doubles/s3/start-s3.ts';
import { createDiskStore } from './disk-store.ts';
import { watchedStore } from './files.ts';
import { createS3Store, withReadTimeout } from './s3-store.ts';

let s3: S3Double;
beforeAll(async () => {
  s3 = await startS3('key-of-the-test');
});
afterAll(() => s3.close());
beforeEach(() => s3.fail(null));

const bucket = (limitMs = 5_000, endpoint = s3.endpoint) =>
  watchedStore(
    createS3Store({
      bucket: 'files',
      region: 'eu-test-1',
      endpoint,
      limitMs,
      credentials: { accessKeyId: 'key-of-the-test', secretAccessKey: 'secret' },
    }),
  );

const BYTES = Buffer.from('bytes');
async function* twoParts(): AsyncGenerator<Buffer> {
  for (let number = 0; number < 7; number += 1) yield Buffer.alloc(1024 * 1024, 'x');
}
async function first(source: AsyncIterable<unknown>): Promise<unknown> {
  for await (const one of source) return one;
  return null;
}

type Store = ReturnType<typeof bucket>;
const OPERATIONS: [string, (store: Store) => Promise<unknown>][] = [
  ['put', (store) => store.put('media/a', BYTES)],
  ['put in pieces', (store) => store.put('media/a', twoParts())],
  ['get', (store) => store.get('media/a')],
  ['open', (store) => store.open('media/a')],
  ['delete', (store) => store.delete('media/a')],
  ['list', (store) => first(store.list('media'))],
];

const unavailable = (message: string, retryAfterSeconds: number) => ({
  code: 'unavailable',
  message: `${message} Please try again in a moment.`,
  retryAfterSeconds,
});

/** A fault, its error, and the number of tries of a request without parts. */
const FAULTS: [S3Fault, ReturnType<typeof unavailable>, number][] = [
  [
    'forbidden',
    unavailable('The file store denies access to this server: an administrator has to fix this.', 60),
    1,
  ],
  ['broken', unavailable('The file store has failed.', 5), 3],
  [
    'page',
    unavailable(
      'The address of the file store answers with something else: an administrator has to fix this.',
      60,
    ),
    1,
  ],
];

describe.each(FAULTS)('a bucket that is %s', (fault, told, tries) => {
  it.each(OPERATIONS)(`is told as such by %s, after ${tries} tries at most`, async (_name, operate) => {
    s3.fail(fault);
    const before = s3.asked();
    await expect(operate(bucket())).rejects.toMatchObject(told);
    expect(s3.asked() - before).toBe(tries);
  });
});

describe('a bucket that accepts connections and never answers', () => {
  it.each(OPERATIONS)('times out in %s', async (_name, operate) => {
    s3.fail('silent');
    const store = bucket(200);
    const before = s3.asked();
    await expect(operate(store)).rejects.toMatchObject(
      unavailable('The file store did not answer in time.', 5),
    );
    expect(s3.asked() - before).toBeLessThanOrEqual(3);
  });
});

it.each(OPERATIONS)(
  'reports that nothing listens at the address of the bucket (%s)',
  async (_name, operate) => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    await expect(operate(bucket(5_000, `http://127.0.0.1:${port}`))).rejects.toMatchObject(
      unavailable('The file store cannot be reached.', 5),
    );
  },
);

it('times out on a stream that stops in its middle, and on a whole read', async () => {
  s3.fail('half');
  await expect(bucket(200).get('media/a')).rejects.toMatchObject({ code: 'unavailable' });
  // Long enough for a busy machine to receive the first half.
  const content = await bucket(1_500).open('media/a');
  const read = async () => {
    for await (const piece of content!) expect(String(piece)).toBe('half of it');
  };
  await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
});

it('counts only the time in which a piece is awaited: a reader may be slow', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const body = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  const pieces = withReadTimeout(body, 1_000);
  expect(await pieces.next()).toMatchObject({ value: Buffer.from('a') });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await pieces.next()).toMatchObject({ value: Buffer.from('b') });
  expect(await pieces.next()).toMatchObject({ done: true });
});

it('distinguishes a missing object from a store that is away', async () => {
  s3.fail('lost');
  expect(await bucket().get('media/a')).toBeNull();
  expect(await bucket().open('media/a')).toBeNull();
});

it('lets errors of the content pass, however the store wraps them', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield* twoParts();
    throw new Error('cut');
  }
  await expect(bucket().put('media/b', broken())).rejects.toThrow(/^cut$/);
  expect(s3.objects.has('files/media/b')).toBe(false);
});

it('reports a folder that cannot be written', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  await writeFile(path.join(folder, 'media'), 'no folder');
  await expect(watchedStore(createDiskStore(folder)).put('media/a', BYTES)).rejects.toMatchObject({
    code: 'unavailable',
  });
  await rm(folder, { recursive: true });
});
