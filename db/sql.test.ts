import { describe, expect, it } from 'vitest';
import { bind } from './sql.ts';

describe('bind', () => {
  it('escapes texts so that they cannot end the string literal', () => {
    expect(bind('SELECT ?, ?', [`it's \\ "so"`, '?'])).toBe(`SELECT 'it\\'s \\\\ \\"so\\"', '?'`);
  });

  it('writes money to the last micro-dollar, booleans, null, and dates in UTC with milliseconds', () => {
    const at = new Date('2026-03-01T23:59:59.007Z');
    expect(bind('(?, ?, ?, ?)', [9_007_199_254_740_993n, true, null, at])).toBe(
      "(9007199254740993, true, NULL, '2026-03-01 23:59:59.007')",
    );
  });

  it('writes lists and rows, and an empty list as one that matches nothing', () => {
    expect(bind('a IN (?)', [['x', 'y']])).toBe("a IN ('x', 'y')");
    expect(
      bind('VALUES ?', [
        [
          ['x', 1],
          ['y', null],
        ],
      ]),
    ).toBe("VALUES ('x', 1), ('y', NULL)");
    expect(bind('a IN (?)', [[]])).toBe('a IN (NULL)');
  });

  it('ignores a question mark inside a string literal of the statement', () => {
    expect(bind("SELECT '?' = ?", ['a'])).toBe("SELECT '?' = 'a'");
  });
});
