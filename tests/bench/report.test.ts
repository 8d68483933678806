import { describe, expect, it } from 'vitest';
import { linesOf, tableOf } from './report.ts';

const metric = { key: 'wait', label: 'waiting, ms', digits: 1 };
const names = { base: 'direct', baselines: ['proxy', 'gone'] };
const measured = new Map([
  ['direct', [{ wait: 1 }, { wait: 2 }, { wait: 1 }]],
  ['proxy', [{ wait: 2 }, { wait: 4 }, { wait: 3 }]],
  ['ours', [{ wait: 5 }, { wait: 8 }, { wait: 4 }]],
]);

describe('the lines of a report', () => {
  it('have median, spread, and the median of the ratios of each round', () => {
    expect(linesOf([metric], measured, names)).toMatchObject([
      { target: 'direct', median: '1.0', spread: '1.0 – 2.0', ratios: ['0.50 ×', ''] },
      { target: 'proxy', median: '3.0', spread: '2.0 – 4.0', ratios: ['', ''] },
      { target: 'ours', median: '5.0', spread: '4.0 – 8.0', ratios: ['2.00 ×', ''] },
    ]);
  });

  it("subtract the double's own value in the same round", () => {
    expect(linesOf([{ ...metric, added: true }], measured, names)).toMatchObject([
      { target: 'proxy', median: '2.0', spread: '1.0 – 2.0' },
      { target: 'ours', median: '4.0', spread: '3.0 – 6.0', ratios: ['3.00 ×', ''] },
    ]);
  });

  it('omit a target to which the metric does not apply', () => {
    expect(linesOf([{ ...metric, key: 'memory' }], measured, names)).toEqual([]);
  });

  it('are aligned as a table', () => {
    const rows = tableOf(linesOf([metric], measured, names), names.baselines).split('\n');
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  });
});
