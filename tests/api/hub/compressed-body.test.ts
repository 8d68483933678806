import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

const MEGABYTE = 1024 * 1024;

/** A gigabyte of zeros in a megabyte: a hundred of these in sequence are one valid gzip, too. */
const bomb = Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(10 * MEGABYTE))));

async function post(body: Buffer, encoding: string) {
  const { value } = await createKey();
  return fetch(`${api.origin()}/api/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${value}`,
      'content-type': 'application/json',
      'content-encoding': encoding,
    },
    body: new Uint8Array(body),
  });
}

const call = Buffer.from(
  JSON.stringify({
    model: TEST_MODEL,
    messages: [{ role: 'user', content: '[[sandbox: text="Read you well"]]' }],
  }),
);

it('answers a call with a compressed body', async () => {
  const answer = await post(gzipSync(call), 'gzip');
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Read you well' } }] });
});

it('answers a decompression bomb with 413, as JSON, and survives', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(bomb, 'gzip')));
  for (const answer of answers) {
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: { code: 'payload_too_large', type: 'invalid_request_error' },
    });
  }
  expect((await fetch(`${api.origin()}/healthz`)).status).toBe(200);
});

it('lists the encodings that it reads, as JSON', async () => {
  const answer = await post(call, 'zstd');
  expect(answer.status).toBe(415);
  expect(await answer.json()).toMatchObject({ error: { code: 'unsupported_media_type' } });
});
