import { describe, expect, it } from 'vitest';
import { recordRouting } from './candidate.ts';

const droppedOffers = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    model: `maker/${number}`,
    provider: 'sandbox',
    reason: 'modality' as const,
  }));

describe('recordRouting', () => {
  it.each([
    { count: 0, listed: 0, more: 0 },
    { count: 40, listed: 40, more: 0 },
    { count: 41, listed: 40, more: 1 },
    { count: 300, listed: 40, more: 260 },
  ])('lists $listed of $count dropped offers and counts $more more', ({ count, listed, more }) => {
    const dropped = droppedOffers(count);
    expect(recordRouting(['maker/asked'], { unhealthy: ['one'], dropped })).toEqual({
      asked: ['maker/asked'],
      unhealthy: ['one'],
      dropped: dropped.slice(0, listed),
      more,
    });
  });
});
