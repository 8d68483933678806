import { median } from './statistics.ts';
import type { Metric, Values } from './scene.ts';

/** The values of one target, round by round. */
export type Rounds = Values[];

/** One line of the table. */
interface Line {
  what: string;
  target: string;
  median: string;
  spread: string;
  /** To each baseline. */
  ratios: string[];
}

/**
 * The lines of one scene: for every metric and target the median of the rounds, their spread, and the ratio
 * to each baseline, which is the median of the ratios of each round.
 * @param measured by the name of the target
 * @param base values to subtract from metrics that say so
 */
export function linesOf(
  metrics: readonly Metric[],
  measured: ReadonlyMap<string, Rounds>,
  { base, baselines }: { base: string; baselines: readonly string[] },
): Line[] {
  return metrics.flatMap((metric) => {
    const valuesOf = (target: string) =>
      (measured.get(target) ?? []).map((round, index) => {
        const value = round[metric.key] ?? Number.NaN;
        return metric.added ? value - (measured.get(base)?.[index]?.[metric.key] ?? Number.NaN) : value;
      });
    const limits = baselines.map((name) => ({ name, values: valuesOf(name) }));
    return [...measured.keys()].flatMap((target) => {
      const values = valuesOf(target);
      if (values.some(Number.isNaN) || (metric.added && target === base)) return [];
      const ratioTo = (limit: (typeof limits)[number]) => {
        if (target === limit.name) return '';
        const ratio = median(values.map((value, at) => value / limit.values[at]!));
        return Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)} ×`;
      };
      return {
        what: metric.label,
        target,
        median: median(values).toFixed(metric.digits),
        spread: [Math.min(...values), Math.max(...values)]
          .map((one) => one.toFixed(metric.digits))
          .join(' – '),
        ratios: limits.map(ratioTo),
      };
    });
  });
}

/** A Markdown table with aligned columns. */
export function tableOf(lines: readonly Line[], baselines: readonly string[]): string {
  const head = ['what', 'target', 'median', 'min – max', ...baselines.map((name) => `to ${name}`)];
  const rows = lines.map(({ what, target, median, spread, ratios }) => [
    what,
    target,
    median,
    spread,
    ...ratios,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const isNumber = (column: number) => column > 1;
  const line = (row: string[]) => {
    const cells = row.map((cell, at) =>
      isNumber(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!),
    );
    return `| ${cells.join(' | ')} |`;
  };
  const rule = `|${widths.map((width, at) => `${'-'.repeat(width + 1)}${isNumber(at) ? ':' : '-'}`).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
