import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Data, texts and the schema may be long. */
const EXEMPT = /^db\/(migrations|seed\/data)\/|\/locales\/|\.json$|^tests\/fixtures\//;
const MAX_LINES = 300;

function tooLong(files: { place: string; text: string }[]): string[] {
  return files
    .map(({ place, text }) => ({ place, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ place, lines }) => `${place}: ${lines}`);
}

describe('files stay short', () => {
  it(`none over ${MAX_LINES} lines`, () => {
    const files = sourceFiles(['app', 'worker', 'db', 'scripts', 'tests'], /\.(ts|tsx|mjs|js|css)$/);
    expect(files.length).toBeGreaterThan(1_000);
    expect(tooLong(files.filter(({ place }) => !EXEMPT.test(place)))).toEqual([]);
  });

  it('control: sees a file that is too long', () => {
    const files = [300, 301].map((lines) => ({ place: `${lines}.ts`, text: 'x\n'.repeat(lines) }));
    expect(tooLong(files)).toEqual(['301.ts: 301']);
  });
});
