import { describe, expect, it } from 'vitest';
import { costOf } from '#app/contracts/cost.ts';
import type { VideoOrder, VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { SEED_ROUTES } from '#tests/fuzz/holds/offers.ts';
import { usageOf } from './usage.ts';
import { estimateVideo } from './price.ts';

const VIDEO_ROUTES = SEED_ROUTES.filter(({ offer }) =>
  offer.supports.some((way) => way.endsWith('-to-video')),
);
const AT = new Date('2026-11-25T12:00:00Z');
const SIZES = [
  { width: 854, height: 480 },
  { width: 720, height: 1280 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];
const SECONDS = [undefined, 4, 5, 8, 10, 12];
const RESOLUTIONS = [undefined, '480p', '720p', '1080p', '768P', '2K', '4k'];
const image = { source: { fileId: 'a' }, size: SIZES[1]! };
const footage = { source: { fileId: 'b' }, size: SIZES[1]!, seconds: 7.2 };
const INPUTS = [{}, { firstFrame: image }, { video: footage }];

const made = (size: { width: number; height: number }, seconds: number) =>
  ({ ...size, seconds }) as FileRecord;

it('covers more than eight video offers', () => {
  expect(VIDEO_ROUTES.length).toBeGreaterThan(8);
});

describe.each(VIDEO_ROUTES.map((route) => [route.offer.id, route] as const))('%s', (_id, { offer }) => {
  const orders: VideoOrder[] = SECONDS.flatMap((seconds) =>
    [...RESOLUTIONS.map((resolution) => ({ resolution })), ...SIZES.map((size) => ({ size }))].map((one) => ({
      prompt: 'A fox',
      ...(seconds !== undefined && { seconds }),
      ...('size' in one ? one : one.resolution !== undefined && one),
    })),
  );

  it('holds at least the charge of its video, for any size and length that it may have', () => {
    let accepted = 0;
    for (const order of orders)
      for (const inputs of INPUTS) {
        const record: VideoRequestRecord = { order, ...inputs };
        let held: bigint;
        try {
          held = estimateVideo(record, offer, AT).wantedMicro;
        } catch {
          continue;
        }
        accepted += 1;
        const longest = order.seconds ?? ('video' in inputs ? footage.seconds : 4);
        for (const size of SIZES)
          for (const seconds of [0.5, longest, longest + 0.04]) {
            const maxSeconds = () => longest;
            const { usage } = usageOf(
              record,
              { files: [made(size, seconds)], usage: null },
              {
                price: offer.price,
                maxSeconds,
              },
            );
            const { micro } = costOf(usage, offer.price, AT);
            expect(micro > 0n && micro <= held, `${JSON.stringify(order)}: ${micro} of ${held}`).toBe(true);
          }
      }
    expect(accepted, 'some of these are taken').toBeGreaterThan(0);
  });
});
