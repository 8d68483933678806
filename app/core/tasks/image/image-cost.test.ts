import { describe, expect, it } from 'vitest';
import { costOf } from '#app/contracts/cost.ts';
import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { SEED_ROUTES } from '#tests/fuzz/holds/offers.ts';
import { usageOf } from './usage.ts';
import { estimateImage } from './price.ts';

const IMAGE_ROUTES = SEED_ROUTES.filter(({ offer }) =>
  offer.supports.some((way) => way.endsWith('-to-image')),
);
const AT = new Date('2026-11-25T12:00:00Z');
const SIZES = [undefined, { width: 1024, height: 1024 }, { width: 1536, height: 1024 }];
const QUALITIES = [undefined, 'low', 'medium', 'high', 'fast', 'ultra', 'turbo', 'quality'];

const record = (order: Partial<ImageRequestRecord['order']>): ImageRequestRecord => ({
  order: { prompt: 'A fox', count: 1, ...order },
  images: [],
});
const made = (width: number, height: number) => ({ width, height }) as FileRecord;

describe.each(IMAGE_ROUTES.map((route) => [route.offer.id, route] as const))(
  '%s',
  (_id, { offer, dialect }) => {
    const orders = SIZES.flatMap((size) =>
      QUALITIES.map((quality) => ({ ...(size && { size }), ...(quality && { quality }) })),
    );

    it('holds at least the charge of its images, per image, megapixel or token', async () => {
      let accepted = 0;
      for (const order of orders) {
        const ordered = record(order);
        let held: bigint;
        try {
          held = estimateImage(ordered, offer, { promptTokens: 10, at: AT }).wantedMicro;
        } catch {
          continue;
        }
        accepted += 1;
        const { width, height } = order.size ?? { width: 1536, height: 1024 };
        const delivered = { files: [made(width, height)], usage: null };
        const { usage } = await usageOf(ordered, delivered, { dialect, countPrompt: async () => 5 });
        const { micro } = costOf(usage, offer.price, AT);
        expect(micro > 0n && micro <= held, `${JSON.stringify(order)}: ${micro} of ${held}`).toBe(true);
      }
      expect(accepted, 'some of these are taken').toBeGreaterThan(0);
    });
  },
);
