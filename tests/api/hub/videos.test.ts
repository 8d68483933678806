import type OpenAI from 'openai';
import { APIError, toFile } from 'openai';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { VIDEO_MODEL as MODEL } from '#tests/factories/video-call.ts';
import { CREDIT, FAST, SECOND, SIZE, videoStage } from './video-stage.ts';

const { owner, client: ofOwner, clientOf, orders, balance, get, ended } = videoStage();
let client: OpenAI;
beforeEach(() => void (client = ofOwner()));

const UNTOUCHED = { balanceMicro: CREDIT, heldMicro: 0n };
const SLOW = '[[sandbox: delay=60000]]';
const filesOf = () =>
  selectRows<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM files WHERE user_id = ?', [owner().userId]);
const errorOf = (asked: Promise<unknown>) => asked.catch((thrown: unknown) => thrown);

describe("OpenAI's official client", () => {
  it('orders a video, waits for it, fetches it, and has paid for its seconds', async () => {
    const video: OpenAI.Videos.Video = await client.videos.create({
      model: MODEL,
      prompt: `A quiet harbour ${FAST}`,
      seconds: '4',
      size: SIZE,
    });
    expect(video).toMatchObject({
      object: 'video',
      model: MODEL,
      seconds: '4',
      size: SIZE,
      prompt: `A quiet harbour ${FAST}`,
      error: null,
    });
    const done = await ended(video.id);
    expect(done).toMatchObject({ status: 'completed', progress: 100, seconds: '4', size: SIZE });
    expect(done.prompt, 'its words are not kept').toBeNull();
    expect(Math.round((done.expires_at! - done.completed_at!) / 3600)).toBe(24);

    const content = await client.videos.downloadContent(video.id);
    expect(content.headers.get('content-type')).toBe('video/mp4');
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect(await balance()).toMatchObject({ balanceMicro: CREDIT - 4n * SECOND, heldMicro: 0n });
    expect(await (await get(`generation?id=${video.id}`)).json()).toMatchObject({
      kind: 'api',
      state: 'done',
      model: MODEL,
      charge_reason: 'output',
      usage: { seconds: 4 },
      charged_micro: Number(4n * SECOND),
      cost: { micro: Number(4n * SECOND) },
      attempts: [{ provider: 'sandbox', answered: true }],
    });

    const part = await get(`videos/${video.id}/content`, { range: 'bytes=4-7' });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${bytes.length}`);
    const beyond = await get(`videos/${video.id}/content`, { range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
  });

  it('makes one begin with an image, which it sends as a file', async () => {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer();
    const { id } = await client.videos.create({
      model: MODEL,
      prompt: `It grows ${FAST}`,
      seconds: '4',
      size: SIZE,
      input_reference: await toFile(picture, 'a.png', { type: 'image/png' }),
    });
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(orders()).toMatchObject([{ body: { picture: picture.length } }]);
    const url = `data:image/png;base64,${picture.toString('base64')}`;
    const other = await client.videos.create({
      model: MODEL,
      prompt: `It grows ${FAST}`,
      seconds: '4',
      size: SIZE,
      input_reference: { image_url: url },
    });
    await ended(other.id);
    expect(orders().map(({ body }) => (body as { picture: number }).picture)).toEqual([
      picture.length,
      picture.length,
    ]);
  });

  it('lists its videos by pages, and deletes them', async () => {
    const ids: string[] = [];
    for (const seconds of ['4', '8', '12'] as const)
      ids.push(
        (await client.videos.create({ model: MODEL, prompt: `A fox ${FAST}`, seconds, size: SIZE })).id,
      );
    for (const id of ids) await ended(id);
    const listed: string[] = [];
    for await (const video of client.videos.list({ limit: 2 })) listed.push(video.id);
    expect(listed).toEqual(ids.toReversed());
    const oldest = await client.videos.list({ order: 'asc', limit: 1 });
    expect(oldest.data.map(({ id }) => id)).toEqual([ids[0]]);

    expect(await client.videos.delete(ids[0]!)).toEqual({
      id: ids[0],
      object: 'video.deleted',
      deleted: true,
    });
    expect(await errorOf(client.videos.retrieve(ids[0]!))).toMatchObject({ status: 404 });
    expect(await errorOf(client.videos.downloadContent(ids[0]!))).toMatchObject({ status: 404 });
    expect(await filesOf()).toHaveLength(2);
    expect((await client.videos.list()).data).toHaveLength(2);
    expect(await (await get(`generation?id=${ids[0]}`)).json(), 'its receipt stays').toMatchObject({
      state: 'done',
    });
  });

  it('gets its progress, and an error when it fetches the content too early', async () => {
    const { id } = await client.videos.create({
      model: MODEL,
      prompt: `A fox ${SLOW}`,
      seconds: '4',
      size: SIZE,
    });
    await vi.waitFor(
      async () => expect(await client.videos.retrieve(id)).toMatchObject({ status: 'in_progress' }),
      20_000,
    );
    await vi.waitFor(async () => {
      const waiting = await change(
        AUTOCOMMIT,
        `UPDATE generations SET done_percent = 42 WHERE id = ? AND worker_id IS NULL AND state = 'running'`,
        [id],
      );
      expect(waiting).toBe(1);
    }, 20_000);
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'in_progress', progress: 42 });
    const error = await errorOf(client.videos.downloadContent(id));
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 409, code: 'conflict' });
    expect(await balance()).toMatchObject({ balanceMicro: CREDIT, heldMicro: 4n * SECOND });
    // Its maker cannot cancel it: it exists until it has ended.
    expect(await client.videos.delete(id)).toMatchObject({ deleted: false });
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'in_progress' });
  });

  const refusals: [string, object, number, string, string | null][] = [
    ['a model that writes', { model: TEST_MODEL }, 404, 'model_not_found', 'model'],
    ['an unknown model', { model: 'sandbox/videos' }, 404, 'model_not_found', 'model'],
    ['no words', { prompt: '' }, 400, 'invalid_request', 'prompt'],
    ['no seconds', { seconds: '0' }, 400, 'invalid_request', 'seconds'],
    ['an hour', { seconds: '3600' }, 400, 'invalid_request', 'seconds'],
    ['more than the model makes', { seconds: '21' }, 400, 'invalid_request', 'seconds'],
    ['a size that is none', { size: '720' }, 400, 'invalid_request', 'size'],
    ['a size without a price', { size: '640x480' }, 503, 'price_unknown', 'model'],
    ['a seed, which the model does not take', { seed: 1 }, 400, 'invalid_request', 'seed'],
    ['a name of a file', { input_reference: 'a.png' }, 400, 'invalid_request', 'input_reference'],
  ];
  it.each(refusals)(
    'throws its own error for %s, and nothing is ordered or held',
    async (_name, body, status, code, param) => {
      const params = { model: MODEL, prompt: 'A fox', seconds: '4', size: SIZE, ...body };
      const error = await errorOf(client.videos.create(params as OpenAI.VideoCreateParams));
      expect(error).toBeInstanceOf(APIError);
      expect(error).toMatchObject({ status, code, param });
      expect(orders()).toEqual([]);
      expect(await balance()).toMatchObject(UNTOUCHED);
    },
  );

  it.each([
    ['is refused by the policy of its maker', 'fault=filter', 'content_filter'],
    ['has failed', 'delay=0 fault=error-mid', 'provider_unavailable'],
  ])('sees that one %s, which is free', async (_name, directive, code) => {
    const { id } = await client.videos.create({
      model: MODEL,
      prompt: `A fox [[sandbox: ${directive}]]`,
      seconds: '4',
      size: SIZE,
    });
    const video = await ended(id);
    expect(video).toMatchObject({ status: 'failed', error: { code } });
    expect(video.error?.message.length).toBeGreaterThan(0);
    expect(await errorOf(client.videos.downloadContent(id))).toMatchObject({ status: 404 });
    expect(await balance()).toMatchObject(UNTOUCHED);
    expect(await client.videos.delete(id)).toMatchObject({ deleted: true });
  });

  it('gets an error for unsupported calls', async () => {
    const { id } = await client.videos.create({
      model: MODEL,
      prompt: `A fox ${FAST}`,
      seconds: '4',
      size: SIZE,
    });
    await ended(id);
    for (const ask of [
      () => client.videos.remix(id, { prompt: 'Night' }),
      () => client.videos.edit({ prompt: 'Night', video: { id } }),
      () => client.videos.extend({ prompt: 'Night', seconds: '4', video: { id } }),
    ])
      expect(await errorOf(ask())).toMatchObject({ status: 400, code: 'invalid_request' });
    for (const variant of ['thumbnail', 'spritesheet'] as const)
      expect(await errorOf(client.videos.downloadContent(id, { variant }))).toMatchObject({
        status: 400,
        param: 'variant',
      });
  });

  it('never sees videos of other users', async () => {
    const { id } = await client.videos.create({
      model: MODEL,
      prompt: `A fox ${FAST}`,
      seconds: '4',
      size: SIZE,
    });
    await ended(id);
    const stranger = clientOf(await createKey());
    for (const ask of [
      () => stranger.videos.retrieve(id),
      () => stranger.videos.downloadContent(id),
      () => stranger.videos.delete(id),
      () => stranger.videos.retrieve(newId()),
      () => stranger.videos.retrieve('video_1'),
    ])
      expect(await errorOf(ask())).toMatchObject({ status: 404, code: 'not_found' });
    expect((await stranger.videos.list()).data).toEqual([]);
    expect((await client.videos.list()).data).toHaveLength(1);
  });
});
