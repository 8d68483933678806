import { describe, expect, it } from 'vitest';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { S3Fault } from '#tests/doubles/s3/start-s3.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { PIXEL_URL } from '#tests/fixtures/pixel.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { CREDIT, openStoreStage } from './store-stage.ts';

const stage = openStoreStage();

type Fault = S3Fault | 'unreachable';
const FAULTS: [Fault, string][] = [
  ['silent', 'The file store did not answer in time.'],
  ['page', 'The address of the file store answers with something else: an administrator has to fix this.'],
  ['unreachable', 'The file store cannot be reached.'],
  ['forbidden', 'The file store denies access to this server: an administrator has to fix this.'],
  ['broken', 'The file store has failed.'],
];

const errorBody = (message: string) => ({
  error: { code: 'unavailable', type: 'server_error', message: `${message} Please try again in a moment.` },
});
const statesOf = async () =>
  (await selectRows<{ state: string }>(AUTOCOMMIT, 'SELECT state FROM generations')).map(
    ({ state }) => state,
  );

describe.each(IS_FULL ? FAULTS : FAULTS.slice(0, 2))('while the file store is %s', (fault, message) => {
  it('an image call fails within seconds, and is free; the next one succeeds', async () => {
    const end = await stage.begin(fault);
    const answer = await stage.picture();
    await end();
    expect([answer.status, await answer.json()]).toMatchObject([503, errorBody(message)]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await soundBalance(stage.owner().userId)).toBe(CREDIT);
    expect(stage.api.output()).toContain('the file store failed');
    const next = await stage.picture();
    expect(next.status).toBe(200);
    expect(await stage.receipt(next)).toMatchObject({ state: 'done' });
    expect(await soundBalance(stage.owner().userId)).toBeLessThan(CREDIT);
  });
});

it('charges the images that could be stored, and delivers them', async () => {
  // An image and its thumbnail are stored separately.
  stage.s3().fail('full', 2);
  const answer = await stage.picture({ n: 2 });
  const { data, usage } = (await answer.json()) as { data: unknown[]; usage: { output_tokens: number } };
  expect([answer.status, data.length, usage.output_tokens]).toEqual([200, 1, 272]);
  const cost = CREDIT - (await soundBalance(stage.owner().userId));
  expect(await stage.receipt(answer)).toMatchObject({ state: 'done', charged_micro: Number(cost) });
});

it('reports an image that was charged and cannot be read', async () => {
  stage.s3().fail('forbidden', 2);
  const answer = await stage.picture();
  const { error } = (await answer.json()) as { error: { message: string } };
  expect([answer.status, error.message]).toEqual([503, expect.stringContaining('same Idempotency-Key')]);
  expect(await soundBalance(stage.owner().userId)).toBeLessThan(CREDIT);
});

describe('a call whose request is too large for its row', () => {
  const ask = (model: string, content: unknown) =>
    stage.post('chat/completions', { model, messages: [{ role: 'user', content }] });

  it('is refused at its admission while the store is away', async () => {
    stage.s3().fail('forbidden');
    const answer = await ask(TEST_MODEL, 'word '.repeat(20_000));
    expect([answer.status, await answer.json()]).toMatchObject([503, errorBody(FAULTS[3]![1])]);
    expect(await statesOf()).toEqual([]);
    expect(await soundBalance(stage.owner().userId)).toBe(CREDIT);
  });

  it('ends at once if its request cannot be read, and is free', async () => {
    await createModel({ id: 'sandbox/seeing', supports: ['text-to-text', 'image-to-text'] });
    stage.s3().fail('broken', 1);
    const parts = [{ type: 'image_url', image_url: { url: PIXEL_URL } }];
    const answer = await ask('sandbox/seeing', parts);
    expect([answer.status, await answer.json()]).toMatchObject([503, errorBody(FAULTS[4]![1])]);
    expect(await statesOf()).toEqual(['failed']);
    expect(await soundBalance(stage.owner().userId)).toBe(CREDIT);
  });
});

describe('a file of a user', () => {
  async function upload() {
    const call = stage.api.as(stage.owner().userId);
    const form = new FormData();
    const [, base64 = ''] = PIXEL_URL.split(',');
    form.set('file', new Blob([Buffer.from(base64, 'base64')], { type: 'image/png' }), 'pixel.png');
    const answer = await call('/api/files', { method: 'POST', body: form });
    const body = (await answer.json()) as { url: string };
    return { call, answer, body };
  }
  const rows = () => selectRows(AUTOCOMMIT, 'SELECT id FROM files');

  it('is refused while the store is away', async () => {
    stage.s3().fail('broken');
    const { answer, body } = await upload();
    expect([answer.status, body]).toMatchObject([503, errorBody(FAULTS[4]![1])]);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await rows()).toEqual([]);
  });

  it('is 503 while the store is away, and 404 when the store has lost it', async () => {
    const { call, body } = await upload();
    stage.s3().fail('page');
    expect((await call(body.url)).status).toBe(503);
    stage.s3().fail('lost');
    expect((await call(body.url)).status).toBe(404);
    stage.s3().fail(null);
    expect((await call(body.url)).status).toBe(200);
  });

  it('is deleted all the same, and its bytes are removed later', async () => {
    const { call, body } = await upload();
    stage.s3().fail('silent');
    const answer = await call(body.url, { method: 'DELETE' });
    expect(answer.ok).toBe(true);
    expect(await rows()).toEqual([]);
    expect(stage.s3().objects.size, 'left to the sweep').toBeGreaterThan(0);
  });
});
