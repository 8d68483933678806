import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateImage } from 'ai';
import OpenAI, { APIError, toFile } from 'openai';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const MODEL = PICTURE_MODEL;
const CREDIT = 1_000_000n;
const UNTOUCHED = { balanceMicro: CREDIT, heldMicro: 0n };
/** Tokens of a square image of 1,024 pixels at low quality. */
const LOW = 272;
const FAST = '[[sandbox: delay=0]]';

let owner: Awaited<ReturnType<typeof createKey>>;
let client: OpenAI;
beforeEach(async () => {
  await createImageModel();
  owner = await createKey({ creditMicro: CREDIT });
  client = new OpenAI({ apiKey: owner.value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
});

const balance = async () => (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro;
const orders = () =>
  engine
    .sandbox()
    .requests()
    .filter(({ path }) => path.startsWith('/v1/images/'));
const filesOf = () =>
  selectRows<{ id: string; source: string; place: number; generation_id: string; expires_at: Date }>(
    AUTOCOMMIT,
    'SELECT id, source, place, generation_id, expires_at FROM files WHERE user_id = ? ORDER BY place',
    [owner.userId],
  );
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  postJson(`${api.origin()}/api/v1/${path}`, body, { bearer: owner.value, headers });
const receiptOf = async (id: string | null) =>
  (await (
    await fetch(`${api.origin()}/api/v1/generation?id=${id}`, {
      headers: { authorization: `Bearer ${owner.value}` },
    })
  ).json()) as object;
const bytesOf = (base64 = '') => Buffer.from(base64, 'base64');
const square = () =>
  sharp({ create: { width: 64, height: 64, channels: 4, background: '#2a6' } })
    .png()
    .toBuffer();

describe("OpenAI's official client", () => {
  it('gets two images of the requested size, which are stored for a day and charged by their tokens', async () => {
    const { data: answer, response } = await client.images
      .generate({ model: MODEL, prompt: `A quiet harbour ${FAST}`, n: 2, size: '1024x1024', quality: 'low' })
      .withResponse();
    const pictures = (answer.data ?? []).map(({ b64_json: base64 }) => bytesOf(base64));
    expect(pictures).toHaveLength(2);
    expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
    for (const picture of pictures)
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    const { usage } = answer;
    expect(usage).toMatchObject({ output_tokens: 2 * LOW });
    const cost = BigInt(usage!.input_tokens + 10 * usage!.output_tokens);
    expect(await readBalance(AUTOCOMMIT, owner.userId)).toMatchObject({
      balanceMicro: CREDIT - cost,
      heldMicro: 0n,
    });
    expect(await receiptOf(response.headers.get('x-generation-id'))).toMatchObject({
      state: 'done',
      model: MODEL,
      provider: 'sandbox',
      usage_source: 'provider',
      usage: { image_output_tokens: 2 * LOW, images: 2 },
      charged_micro: Number(cost),
      cost: { micro: Number(cost) },
      attempts: [{ provider: 'sandbox', answered: true }],
    });
    const files = await filesOf();
    expect(files.map(({ source, place }) => [source, place])).toEqual([
      ['result', 0],
      ['result', 1],
    ]);
    const hours = (files[0]!.expires_at.getTime() - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });

  it('edits an image within a mask, sent as a form', async () => {
    const picture = await square();
    const answer = await client.images.edit({
      model: MODEL,
      prompt: `Make it night ${FAST}`,
      image: [await toFile(picture, 'a.png', { type: 'image/png' })],
      mask: await toFile(picture, 'mask.png', { type: 'image/png' }),
      quality: 'low',
      size: '1024x1024',
      output_format: 'jpeg',
    });
    const [made] = answer.data ?? [];
    expect(await sharp(bytesOf(made?.b64_json)).metadata()).toMatchObject({ format: 'jpeg', width: 1024 });
    expect(answer.usage?.input_tokens_details.image_tokens).toBeGreaterThan(0);
    expect(orders()).toMatchObject([{ path: '/v1/images/edits', status: 200 }]);
  });

  it('receives previews of an image', async () => {
    const stream = await client.images.generate({
      model: MODEL,
      prompt: `A fjord [[sandbox: delay=0 pace=1]]`,
      quality: 'low',
      size: '1024x1024',
      stream: true,
      partial_images: 2,
    });
    const events: OpenAI.ImageGenStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ type }) => type)).toEqual([
      'image_generation.partial_image',
      'image_generation.partial_image',
      'image_generation.completed',
    ]);
    const last = events.at(-1) as OpenAI.ImageGenCompletedEvent;
    expect(last.usage).toMatchObject({ output_tokens: LOW + 200 });
    expect(await sharp(bytesOf(last.b64_json)).metadata()).toMatchObject({ width: 1024 });
    expect(CREDIT - (await balance())).toBe(BigInt(last.usage.input_tokens + 10 * (LOW + 200)));
    expect(await filesOf(), 'unfinished ones are not kept').toHaveLength(1);
  });

  const refusals: [string, object, number, string, string | null][] = [
    ['a model that writes', { model: TEST_MODEL }, 404, 'model_not_found', 'model'],
    ['an unknown model', { model: 'sandbox/pictures' }, 404, 'model_not_found', 'model'],
    ['no words', { prompt: '' }, 400, 'invalid_request', 'prompt'],
    ['no pictures', { n: 0 }, 400, 'invalid_request', 'n'],
    ['eleven pictures', { n: 11 }, 400, 'invalid_request', 'n'],
    ['a size that is none', { size: '1024' }, 400, 'invalid_request', 'size'],
    ['a size that the model does not make', { size: '640x480' }, 400, 'invalid_request', 'size'],
    ['a seed, which the model does not take', { seed: 1 }, 400, 'invalid_request', 'seed'],
    ['an address in the answer', { response_format: 'url' }, 400, 'invalid_request', 'response_format'],
    ['four unfinished ones', { stream: true, partial_images: 4 }, 400, 'invalid_request', 'partial_images'],
    [
      'several that grow',
      { stream: true, partial_images: 1, n: 2 },
      400,
      'invalid_request',
      'partial_images',
    ],
  ];
  it.each(refusals)(
    'throws its own error for %s, and nothing is ordered or charged',
    async (_name, body, status, code, param) => {
      const error: unknown = await client.images
        .generate({ model: MODEL, prompt: 'A fox', ...body } as OpenAI.ImageGenerateParamsNonStreaming)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(APIError);
      expect(error).toMatchObject({ status, code, param });
      expect(orders()).toEqual([]);
      expect(await readBalance(AUTOCOMMIT, owner.userId)).toMatchObject(UNTOUCHED);
    },
  );
});

it("answers the ai SDK's generateImage", async () => {
  const provider = createOpenAICompatible({
    name: 'parlance',
    apiKey: owner.value,
    baseURL: `${api.origin()}/api/v1`,
  });
  const { images } = await generateImage({
    model: provider.imageModel(MODEL),
    prompt: `A tram ${FAST}`,
    n: 2,
    size: '1024x1024',
    maxRetries: 0,
  });
  expect(images).toHaveLength(2);
  expect(await sharp(Buffer.from(images[0]!.uint8Array)).metadata()).toMatchObject({ width: 1024 });
});

describe('an input image', () => {
  const edit = (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ model: MODEL, prompt: `Night ${FAST}`, ...fields }))
      form.append(name, value);
    return fetch(`${api.origin()}/api/v1/images/edits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.value}` },
      body: form,
    });
  };

  it('may come as JSON, too', async () => {
    const url = `data:image/png;base64,${(await square()).toString('base64')}`;
    const answer = await post('images/edits', {
      model: MODEL,
      prompt: `Night ${FAST}`,
      images: [{ image_url: url }],
      quality: 'low',
    });
    expect(answer.status).toBe(200);
    const other = await post('images/edits', {
      model: MODEL,
      prompt: 'Night',
      images: [{ image_url: 'http://127.0.0.1/a.png' }],
    });
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ error: { param: 'images[0].image_url' } });
  });

  it.each([
    ['no picture', {}, 'image'],
    ['a page', { image: new Blob(['<html><script>1</script>'], { type: 'image/png' }) }, 'image'],
    ['nothing', { image: new Blob([]) }, 'image'],
    [
      'half a picture',
      { image: new Blob([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')]) },
      'image',
    ],
    ['a number that is none', { image: new Blob(['x']), n: 'many' }, 'n'],
  ] as const)('is refused if it is %s', async (_name, fields, param) => {
    const answer = await edit(fields);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_request', param } });
    expect(orders()).toEqual([]);
    expect(await balance()).toBe(CREDIT);
  });

  it('is refused if it is no form', async () => {
    const answer = await fetch(`${api.origin()}/api/v1/images/edits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.value}`, 'content-type': 'text/plain' },
      body: 'a picture',
    });
    expect(answer.status).toBe(415);
  });
});

describe('a provider that', () => {
  const ask = (directive: string) =>
    post('images/generations', {
      model: MODEL,
      prompt: `A fox [[sandbox: delay=0 ${directive}]]`,
      quality: 'low',
    });

  it.each([
    ['refuses by its policy', 'fault=filter', 400, 'content_filter'],
    ['has too much to do', 'fault=429', 429, 'provider_rate_limited'],
    ['has failed', 'fault=500', 502, 'provider_unavailable'],
    ['makes nothing', 'fault=empty', 502, 'provider_malformed'],
    ['hangs up', 'fault=cut', 502, 'provider_cut'],
  ])('%s is reported, and free', async (_name, directive, status, code) => {
    const answer = await ask(directive);
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }]);
    expect(orders(), 'nothing is ordered twice').toHaveLength(1);
    expect(await filesOf()).toEqual([]);
    expect(await readBalance(AUTOCOMMIT, owner.userId)).toMatchObject(UNTOUCHED);
  });
});

it('answers a repeat with its Idempotency-Key with the same images, ordered and charged once', async () => {
  const headers = { 'idempotency-key': 'picture-1' };
  const body = { model: MODEL, prompt: `Once ${FAST}`, quality: 'low' };
  const before = await (await post('images/generations', body, headers)).text();
  const paid = CREDIT - (await balance());
  const again = await post('images/generations', body, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await again.text()) === before).toBe(true);
  expect(orders()).toHaveLength(1);
  expect(CREDIT - (await balance())).toBe(paid);
});

it('reports the missing amount when the money does not cover the maximum cost', async () => {
  owner = await createKey({ creditMicro: 100n });
  const answer = await post('images/generations', { model: MODEL, prompt: 'A fox' });
  expect(answer.status).toBe(402);
  expect(orders()).toEqual([]);
});
