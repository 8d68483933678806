import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** A value that arrives as BIGINT or DECIMAL, with its alias. */
const LARGE = /\b(?:COUNT|SUM|TIMESTAMPDIFF)\([\s\S]{0,160}?\bAS (\w+)/g;
/** The type of the rows of a SELECT: written out, or the name of an interface. */
const ROWS = /\bselect(?:Rows?|Later)<(?:\{([^}]*)\}|(\w+))>/g;

/** Row types that declare a number for a value that arrives as text: `"10" + 1` is `"101"`. */
function violations({ place, text }: SourceFile): string[] {
  const large = [...text.matchAll(LARGE)].map(([, name = '']) => name);
  const rows = [...text.matchAll(ROWS)].map(
    ([, written, name]) => written ?? new RegExp(`interface ${name} \\{([^}]*)\\}`).exec(text)?.[1] ?? '',
  );
  const taken = large.filter((name) => rows.some((row) => new RegExp(`\\b${name}\\??: number\\b`).test(row)));
  return taken.map((name) => `${place}: ${name}`);
}

const inFile = (text: string) => violations({ place: 'app/core/x.ts', text });

describe('no row type declares a BIGINT or a DECIMAL as a number', () => {
  it('in the whole product', () => {
    const files = sourceFiles(['app', 'worker', 'db'], /\.ts$/).filter(
      ({ place }) => !place.includes('.test.'),
    );
    expect(files.flatMap(violations)).toEqual([]);
    expect(files.flatMap(({ text }) => [...text.matchAll(LARGE)]).length).toBeGreaterThan(20);
  });

  it.each([
    "selectRow<{ made: number }>(tx, 'SELECT COUNT(*) AS made FROM presets')",
    "selectRows<{ id: string; sum: number }>(tx, 'SELECT id, COALESCE(SUM(a), 0) AS sum FROM b')",
    "interface Row {\n  ageMs: number;\n}\nselectLater<Row>(tx, 'SELECT TIMESTAMPDIFF(SECOND, a, b) DIV 1000 AS ageMs')",
  ])('control: finds %s', (text) => {
    expect(inFile(text)).toHaveLength(1);
  });

  it.each([
    "selectRow<{ made: string }>(tx, 'SELECT COUNT(*) AS made FROM presets')",
    "selectCount(tx, 'SELECT COUNT(*) FROM presets')",
  ])('control: accepts %s', (text) => {
    expect(inFile(text)).toEqual([]);
  });
});
