import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

/**
 * A statement that locks a row by its id and by a further condition could be planned over an index of that
 * condition. It would lock the index first and the row second, in the opposite order of all others: a
 * deadlock, most often in small tables.
 */
const STRING = /`[^`]*`|'[^'\n]*'|"[^"\n]*"/g;
const LOCKS = /^.\s*UPDATE \w|\bFOR UPDATE\b/;
const BY_KEY_AND_MORE = /WHERE(?=[\s\S]*\b(?:id|token_hash) (?:=|IN)\s)(?=[\s\S]*\bAND\b)/;

function planned(files: SourceFile[]): string[] {
  return files.flatMap(({ place, text }) =>
    (text.match(STRING) ?? [])
      .filter((statement) => LOCKS.test(statement) && BY_KEY_AND_MORE.test(statement))
      .filter((statement) => !statement.includes('FORCE INDEX (PRIMARY)'))
      .map((statement) => `${place}: ${statement.slice(0, 60)}`),
  );
}

describe('a row that is selected by its id is locked by its id', () => {
  it('in every statement that has further conditions', () => {
    const files = sourceFiles(['app', 'worker', 'db'], /(?<!\.test)\.ts$/).filter(
      ({ place }) => !place.startsWith('db/migrations/'),
    );
    expect(files.some(({ text }) => text.includes('FORCE INDEX (PRIMARY)'))).toBe(true);
    expect(planned(files)).toEqual([]);
  });

  it('control: finds one without, ignores others', () => {
    const bad = [
      "change(tx, 'UPDATE a SET b = ? WHERE id = ? AND c IS NULL', [",
      '`UPDATE a SET b = ?\n WHERE c = 1 AND id IN (?)`',
      '`SELECT id FROM a WHERE id IN (?) AND state = 1 FOR UPDATE`',
    ];
    for (const text of bad) expect(planned([{ place: 'x.ts', text }])).toHaveLength(1);
    const good = [
      "change(tx, 'UPDATE a SET b = ? WHERE id = ?', [",
      "change(tx, 'UPDATE a FORCE INDEX (PRIMARY) SET b = ? WHERE id = ? AND c IS NULL', [",
      "change(tx, 'UPDATE a SET b = ? WHERE user_id = ? AND c IS NULL', [",
      '`SELECT id FROM a WHERE id IN (?) FOR UPDATE`',
      '`SELECT id FROM a WHERE id = ? AND b = 1`',
    ];
    for (const text of good) expect(planned([{ place: 'x.ts', text }])).toEqual([]);
  });
});
