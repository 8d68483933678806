import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Data, texts and the schema may be long. */
const EXEMPT = /^db\/(migrations|seed\/data)\/|\/locales\/|\.json$|^tests\/fixtures\//;

interface Lengths {
  median: number;
  ninetieth: number;
  tooLong: string[];
}

function measure(files: { place: string; lines: number }[]): Lengths {
  const lengths = files.map((file) => file.lines).sort((a, b) => a - b);
  const at = (share: number) =>
    lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0;
  return {
    median: at(0.5),
    ninetieth: at(0.9),
    tooLong: files.filter((file) => file.lines > 300).map((file) => `${file.place}: ${file.lines}`),
  };
}

describe('files stay short', () => {
  it('median about 60 lines, nine in ten under 220, none over 300', () => {
    const files = sourceFiles(['app', 'worker', 'db', 'scripts', 'tests'], /\.(ts|tsx|mjs|js|css)$/)
      .filter(({ place }) => !EXEMPT.test(place))
      .map(({ place, text }) => ({ place, lines: text.trimEnd().split('\n').length }));
    const lengths = measure(files);
    expect(lengths.tooLong).toEqual([]);
    expect(lengths.median).toBeLessThanOrEqual(70);
    expect(lengths.ninetieth).toBeLessThan(220);
  });

  it('control: sees a long file, a high median and a fat tail', () => {
    const files = [10, 80, 80, 230, 301].map((lines, index) => ({ place: `${index}.ts`, lines }));
    expect(measure(files)).toEqual({ median: 80, ninetieth: 301, tooLong: ['4.ts: 301'] });
  });
});
