import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { activeEntries, MAX_ENTRIES, QUARANTINE_FILE, setApart } from './quarantine.mjs';

interface Entry {
  file: string;
  test: string;
  date: string;
  reason: string;
}

const entry = {
  file: 'tests/http/hub/drain.test.ts',
  test: 'ends streams',
  date: '2026-11-27',
  reason: 'x',
};

describe('the quarantine', () => {
  it('removes the failures of its tests, and no others', () => {
    const failed = { seconds: 1, passed: 0, skipped: 0 };
    const results = [
      { ...failed, file: entry.file, failures: ['ends streams', 'refuses'] },
      { ...failed, file: 'tests/http/hub/wire.test.ts', failures: ['ends streams'] },
    ];
    const { results: left, quarantined } = setApart(results, [entry]);
    expect(left.map(({ failures }) => failures)).toEqual([['refuses'], ['ends streams']]);
    expect(quarantined).toEqual(['tests/http/hub/drain.test.ts: ends streams']);
  });

  it('counts an entry as a normal test again after 14 days', () => {
    expect(activeEntries([entry], Date.parse('2026-12-10T23:59:59Z'))).toEqual([entry]);
    expect(activeEntries([entry], Date.parse('2026-12-11'))).toEqual([]);
  });

  it(`has at most ${MAX_ENTRIES} entries, each with its test, its date and a reason`, () => {
    const entries = JSON.parse(readFileSync(QUARANTINE_FILE, 'utf8')) as Entry[];
    expect(entries.length).toBeLessThanOrEqual(MAX_ENTRIES);
    expect(entries.filter(({ file }) => !existsSync(file))).toEqual([]);
    for (const { file, test, date, reason } of entries) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(readFileSync(file, 'utf8')).not.toContain('fixtures/ledger-sums.ts');
      expect([test, reason]).not.toContain('');
    }
  });
});
