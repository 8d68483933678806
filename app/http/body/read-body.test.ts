import { Readable } from 'node:stream';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseJson, readBytes, readJsonBytes } from './read-body.ts';

const LIMIT = 64 * 1024;
const WORDS = { text: 'Grüß dich, دنیا 🚣🏽' };
const plain = Buffer.from(JSON.stringify(WORDS));

function post(body: BodyInit, encoding?: string): Request {
  return new Request('http://hub.test/', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      'content-type': 'application/json',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
  });
}

const readJson = async (request: Request) => parseJson(await readJsonBytes(request, LIMIT));

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['identity', plain],
    ['', plain],
  ])('is decompressed: %s', async (encoding, body) => {
    expect(await readJson(post(body, encoding))).toEqual(WORDS);
  });

  it.each(['compress', 'zstd', 'gzip, br', 'none'])('is refused in %s', async (encoding) => {
    await expect(readJson(post(plain, encoding))).rejects.toMatchObject({ status: 415 });
  });

  it.each([
    ['other bytes', 'gzip', plain],
    ['half of it', 'gzip', gzipSync(plain).subarray(0, 20)],
    ['half of it', 'br', brotliCompressSync(plain).subarray(0, 10)],
    ['nothing', 'gzip', Buffer.alloc(0)],
  ])('is refused with %s in place of %s', async (_name, encoding, body) => {
    await expect(readJson(post(body, encoding))).rejects.toMatchObject({ status: 400 });
  });

  it('is read correctly after a body that was cut inside of a character', async () => {
    const cut = Buffer.from('{"text":"ü').subarray(0, -1);
    await expect(readJson(post(cut))).rejects.toMatchObject({ status: 400 });
    expect(await readJson(post(plain))).toEqual(WORDS);
  });

  it.each([LIMIT, LIMIT + 1])('may decompress to the same size as a plain one: %i bytes', async (length) => {
    const bytes = Buffer.alloc(length, 'a');
    const outcomes = await Promise.all(
      [post(bytes), post(gzipSync(bytes), 'gzip'), post(brotliCompressSync(bytes), 'br')].map((request) =>
        readBytes(request, LIMIT).then(
          (read) => read.byteLength,
          (error: { status: number }) => error.status,
        ),
      ),
    );
    expect(outcomes).toEqual(Array(3).fill(length > LIMIT ? 413 : length));
  });

  it('is aborted at the size limit if it decompresses endlessly', async () => {
    function* endless() {
      for (;;) yield Buffer.alloc(LIMIT);
    }
    const bomb = Readable.from(endless()).pipe(createGzip());
    const request = post(Readable.toWeb(bomb) as BodyInit, 'gzip');
    await expect(readBytes(request, LIMIT)).rejects.toMatchObject({ code: 'payload_too_large' });
    bomb.destroy();
  });
});
