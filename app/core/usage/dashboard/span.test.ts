import { describe, expect, it } from 'vitest';
import { spanOf, startOf } from './span.ts';

const NOW = new Date('2026-03-01T10:20:30.400Z');
const texts = (starts: Date[]) => starts.map((at) => at.toISOString());

describe('the time span of a dashboard', () => {
  it('is a day by the hour, up to the current hour', () => {
    const { bucket, starts, end } = spanOf('1D', NOW, null);
    expect([bucket, starts.length]).toEqual(['hour', 24]);
    expect(texts([starts[0]!, starts.at(-1)!, end])).toEqual([
      '2026-02-28T11:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T11:00:00.000Z',
    ]);
  });

  it.each([
    ['1W', 7, '2026-02-23'],
    ['1M', 30, '2026-01-31'],
  ] as const)('is %s by the day', (interval, days, first) => {
    const { bucket, starts, end } = spanOf(interval, NOW, null);
    expect([bucket, starts.length]).toEqual(['day', days]);
    expect(texts([starts[0]!, end])).toEqual([`${first}T00:00:00.000Z`, '2026-03-02T00:00:00.000Z']);
  });

  it.each([
    [null, 'day', 1, '2026-03-01'],
    ['2026-03-01T09:00:00Z', 'day', 1, '2026-03-01'],
    ['2025-11-02T23:59:59Z', 'day', 120, '2025-11-02'],
    ['2025-11-01T23:59:59Z', 'month', 5, '2025-11-01'],
    ['2001-01-01T00:00:00Z', 'month', 120, '2016-04-01'],
  ])('is everything since the first call of %s by the %s: %i of them', (firstAt, bucket, count, first) => {
    const span = spanOf('ALL', NOW, firstAt === null ? null : new Date(firstAt));
    expect([span.bucket, span.starts.length]).toEqual([bucket, count]);
    expect(span.starts[0]!.toISOString()).toBe(`${first}T00:00:00.000Z`);
  });

  it('has no gaps: every moment belongs to one of its buckets', () => {
    for (const interval of ['1D', '1W', '1M', 'ALL'] as const) {
      const { bucket, starts, end } = spanOf(interval, NOW, new Date('2023-02-03T04:05:06Z'));
      const begins = new Set(texts(starts));
      for (let at = starts[0]!.getTime(); at < end.getTime(); at += 3_600_000)
        expect(begins).toContain(startOf(new Date(at), bucket).toISOString());
    }
  });
});
