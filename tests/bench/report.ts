import { median } from './statistics.ts';
import type { Metric, Values } from './scene.ts';

/** What was measured of one target, round by round. */
export type Rounds = Values[];

/** One line of the table. */
interface Line {
  what: string;
  target: string;
  median: string;
  spread: string;
  ratio: string;
}

/**
 * The lines of one scene: for every metric and target the median of the rounds, their spread, and the ratio to the
 * yardstick, which is the median of the ratios of each round.
 * @param measured by the name of the target
 * @param base whose values are subtracted of metrics that say so
 */
export function linesOf(
  metrics: readonly Metric[],
  measured: ReadonlyMap<string, Rounds>,
  { base, yardstick }: { base: string; yardstick: string },
): Line[] {
  return metrics.flatMap((metric) => {
    const valuesOf = (target: string) =>
      (measured.get(target) ?? []).map((round, index) => {
        const value = round[metric.key] ?? Number.NaN;
        return metric.added ? value - (measured.get(base)?.[index]?.[metric.key] ?? Number.NaN) : value;
      });
    const limit = valuesOf(yardstick);
    return [...measured.keys()].flatMap((target) => {
      const values = valuesOf(target);
      if (values.some(Number.isNaN) || (metric.added && target === base)) return [];
      const ratio = target === yardstick ? Number.NaN : median(values.map((value, at) => value / limit[at]!));
      return {
        what: metric.label,
        target,
        median: median(values).toFixed(metric.digits),
        spread: [Math.min(...values), Math.max(...values)]
          .map((one) => one.toFixed(metric.digits))
          .join(' – '),
        ratio: Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)} ×`,
      };
    });
  });
}

/** A table in Markdown, with its columns in line. */
export function tableOf(lines: readonly Line[], yardstick: string): string {
  const head: Line = {
    what: 'what',
    target: 'target',
    median: 'median',
    spread: 'min – max',
    ratio: `to the ${yardstick}`,
  };
  const keys = Object.keys(head) as (keyof Line)[];
  const widths = keys.map((key) => Math.max(...[head, ...lines].map((line) => line[key].length)));
  const isNumber = (column: number) => column > 1;
  const row = (line: Line) =>
    `| ${keys.map((key, at) => (isNumber(at) ? line[key].padStart(widths[at]!) : line[key].padEnd(widths[at]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => `${'-'.repeat(width + 1)}${isNumber(at) ? ':' : '-'}`).join('|')}|`;
  return [row(head), rule, ...lines.map(row)].join('\n');
}
