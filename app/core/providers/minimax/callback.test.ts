import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MEDIA_KEY, startMedia, type MediaDouble } from '#app/sandbox/media/start-media.ts';
import { orderContext, videoRequest } from '#tests/factories/media-orders.ts';
import { minimaxVideos } from './index.ts';

let double: MediaDouble;
beforeAll(async () => {
  double = await startMedia();
});
afterAll(() => double.close());
beforeEach(() => {
  double.jobs.length = 0;
});

const WIRES = [
  ['minimax-v1', 'MiniMax-Hailuo-02'],
  ['minimax-v2', 'MiniMax-H3'],
] as const;

it.each(WIRES)(
  'orders over %s once, without a callback address that fails the challenge',
  async (wire, model) => {
    const context = {
      // Every request to this address gets a 404.
      ...orderContext(double.url(wire).replace(wire, 'nobody')),
      credentials: { apiKey: MEDIA_KEY, baseUrl: double.url(wire) },
    };
    expect(await minimaxVideos.order(videoRequest({ model }), context)).toBe(double.jobs[0]!.id);
    expect(double.jobs.map(({ webhook }) => webhook)).toEqual([null]);
  },
);

it.each(WIRES)(
  'over %s does not repeat an order that was refused for another reason',
  async (wire, model) => {
    const context = {
      ...orderContext('https://parlance.example/hook'),
      credentials: { apiKey: MEDIA_KEY, baseUrl: double.url(wire) },
    };
    const prompt = 'A fox [[sandbox: fault=400 at=order]]';
    await expect(minimaxVideos.order(videoRequest({ model, prompt }), context)).rejects.toMatchObject({
      code: 'provider_rejected',
    });
    expect(double.jobs).toEqual([]);
  },
);
