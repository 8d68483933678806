import { describe, expect, it } from 'vitest';
import { costOf } from '#app/contracts/cost.ts';
import type { VideoOrder } from '#app/contracts/media/video.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { SEED_ROUTES } from '#tests/fuzz/holds/offers.ts';
import { maxCost, usageOf } from './usage.ts';
import { estimateVideo } from './price.ts';

const AT = new Date('2026-11-25T12:00:00Z');
const offerOf = (modelId: string, provider: string) =>
  SEED_ROUTES.find(({ offer }) => offer.modelId === modelId && offer.provider === provider)!.offer;
const veo = offerOf('google/veo-3.1-fast', 'google');
const hailuo = offerOf('minimax/hailuo-3', 'minimax');
const modify = offerOf('luma/ray-3.2', 'fal');
const record = (order: Partial<VideoOrder>) => ({ order: { prompt: 'A fox', ...order } });
const held = (order: Partial<VideoOrder>, offer = veo) => estimateVideo(record(order), offer, AT).wantedMicro;

describe('the hold', () => {
  it('is the price of the ordered seconds and resolution', () => {
    expect(held({ seconds: 4, resolution: '720p' })).toBe(400_000n);
    expect(held({ seconds: 8, resolution: '1080p' })).toBe(960_000n);
  });

  it('is for the longest video and the most expensive resolution when the model chooses both', () => {
    expect(held({})).toBe(960_000n);
    expect(held({ resolution: '720p' })).toBe(800_000n);
  });

  const footage = (seconds: number) => ({
    video: { source: { fileId: 'b' }, size: { width: 1280, height: 720 }, seconds },
  });

  it.each([
    [0.1, 10n],
    [6.2, 10n],
    [10.4, 15n],
  ])('covers the longest input video, or one of %d s, in whole clips', (seconds, clips) => {
    const { wantedMicro } = estimateVideo({ ...record({}), ...footage(seconds) }, modify, AT);
    expect(wantedMicro).toBe(clips * 432_000n);
  });

  it('covers the longest input video when input has its own price', () => {
    const { price } = offerOf('kling/kling-4.0', 'fal');
    const order = { ...record({ resolution: '1080p' }), ...footage(0.1) };
    const { micro } = maxCost(order, { seconds: 5, price, at: AT });
    expect(micro).toBe((5n + 10n) * 141_000n);
  });

  it.each([
    ['a resolution without a price', { resolution: '4k' }, 'price_unknown', 'model'],
    ['a length that the model does not make', { seconds: 5 }, 'invalid_request', 'seconds'],
    ['a seed, which it does not take', { seed: 1 }, 'invalid_request', 'seed'],
  ])('is refused for %s', (_name, order, code, param) => {
    let thrown: unknown;
    try {
      held(order);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code, params: expect.anything() as object });
    expect((thrown as { param: string }).param).toBe(param);
  });
});

describe('the charge', () => {
  const used = (order: Partial<VideoOrder>, file: object, offer = veo) =>
    usageOf(
      record(order),
      { files: [file as FileRecord], usage: null },
      {
        price: offer.price,
        maxSeconds: () => 8,
      },
    ).usage.media;

  it.each([
    ['what is there, in whole seconds', {}, 2.5, 3],
    ['no more than was asked for', { seconds: 4 }, 4.9, 4],
    ['less where less came', { seconds: 8 }, 3, 3],
    ['not another second for the end of its last frame', {}, 6.04, 6],
    ['the longest, where it does not say how long it is', {}, null, 8],
    ['at least one second', {}, 0.01, 1],
  ])('is for %s', (_name, order, seconds, expected) => {
    expect(used(order, { width: 1280, height: 720, seconds })).toMatchObject({ seconds: expected });
  });

  it('is for the sent length of an input video', () => {
    const { price } = offerOf('kling/kling-4.0', 'fal');
    const video = { source: { fileId: 'b' }, size: { width: 1280, height: 720 }, seconds: 9.987 };
    const media = { width: 1920, height: 1080, seconds: 5 } as FileRecord;
    const { usage } = usageOf(
      { ...record({}), video },
      { files: [media], usage: null },
      { price, maxSeconds: () => 5 },
    );
    expect(costOf(usage, price, AT).lines).toMatchObject([
      { class: 'second', count: 5 },
      { class: 'inputSecond', count: 10 },
    ]);
  });

  it.each([
    [{ width: 720, height: 1280 }, '720p'],
    [{ width: 1920, height: 1088 }, '1080p'],
    [{ width: 320, height: 240 }, '720p'],
  ])('is by the size when no resolution was ordered: %o', (size, resolution) => {
    expect(used({}, { ...size, seconds: 4 })).toMatchObject({ resolution });
  });

  it('is by the ordered resolution, whatever was delivered', () => {
    expect(used({ resolution: '1080p' }, { width: 640, height: 360, seconds: 4 })).toMatchObject({
      resolution: '1080p',
    });
  });

  it('is by the general price when the video matches no priced resolution', () => {
    expect(used({}, { width: 1366, height: 768, seconds: 4 }, hailuo)).not.toHaveProperty('resolution');
    expect(used({}, { width: 2048, height: 1152, seconds: 4 }, hailuo)).toMatchObject({ resolution: '2K' });
  });
});
