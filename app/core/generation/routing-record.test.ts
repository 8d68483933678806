import { describe, expect, it } from 'vitest';
import { recordRouting } from './routing-record.ts';

describe('recordRouting', () => {
  it('keeps the row small and says how much it left out', () => {
    const dropped = Array.from({ length: 300 }, (_, number) => ({
      model: `maker/${number}`,
      provider: 'sandbox',
      reason: 'modality' as const,
    }));
    const record = recordRouting(['maker/asked'], { unhealthy: [], dropped });
    expect(record.dropped).toEqual(dropped.slice(0, record.dropped.length));
    expect(record.dropped.length + record.more).toBe(300);
    expect(JSON.stringify(record).length).toBeLessThan(5000);
    expect(recordRouting([], { unhealthy: [], dropped: dropped.slice(0, 3) })).toMatchObject({ more: 0 });
  });
});
