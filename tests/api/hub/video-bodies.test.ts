import { expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { VIDEO_MODEL as MODEL } from '#tests/factories/video-call.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { CREDIT, FAST, SECOND, SIZE, videoStage } from './video-stage.ts';

const { orders, balance, post, ended } = videoStage();

it('accepts JSON with numbers, and reports fields without effect', async () => {
  const body = { model: MODEL, prompt: `A fox ${FAST}`, seconds: 4, size: SIZE, colour: 'red' };
  const answer = await post('videos', body);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-parlance-ignored-parameters')).toBe('colour');
  const { id } = (await answer.json()) as { id: string };
  expect(await ended(id)).toMatchObject({ status: 'completed', seconds: '4' });
});

it('refuses a video if the model does not edit any, by the name of its field', async () => {
  const url = `data:video/mp4;base64,${mp4().toString('base64')}`;
  const answer = await post('videos', { model: MODEL, prompt: 'A fox', seconds: 4, input_reference: url });
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { param: 'model' } }]);
  const broken = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
  const other = await post('videos', { model: MODEL, prompt: 'A fox', input_reference: broken });
  expect([other.status, await other.json()]).toMatchObject([400, { error: { param: 'input_reference' } }]);
  expect(orders()).toEqual([]);
});

it('quotes the maximum cost of a video', async () => {
  const quoted = async (body: object) =>
    (await (await post('quote', { model: MODEL, prompt: 'A fox', ...body })).json()) as object;
  expect(await quoted({ seconds: 8, size: SIZE })).toMatchObject({
    least_micro: 0,
    most_micro: Number(8n * SECOND),
  });
  // The longest at the dearest resolution, if both are left to the model.
  expect(await quoted({})).toMatchObject({ most_micro: Number(20n * 2n * SECOND) });
  expect(orders()).toEqual([]);
});

it('answers a repeat with its Idempotency-Key with the same video, ordered and charged once', async () => {
  const headers = { 'idempotency-key': 'video-1' };
  const body = { model: MODEL, prompt: `Once ${FAST}`, seconds: 4, size: SIZE };
  const { id } = (await (await post('videos', body, headers)).json()) as { id: string };
  await ended(id);
  const again = await post('videos', body, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.json()).toMatchObject({ id, status: 'completed' });
  expect(orders()).toHaveLength(1);
  expect(await balance()).toMatchObject({ balanceMicro: CREDIT - 4n * SECOND });
  const other = await post('videos', { ...body, prompt: 'Another' }, headers);
  expect(other.status).toBe(409);
});

it('reports the missing amount when the money does not cover the maximum cost', async () => {
  const poor = await createKey({ creditMicro: 100n });
  const answer = await post('videos', { model: MODEL, prompt: 'A fox', seconds: 4, size: SIZE }, {}, poor);
  expect(answer.status).toBe(402);
  expect(orders()).toEqual([]);
});
