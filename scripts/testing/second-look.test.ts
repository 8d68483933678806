import { describe, expect, it } from 'vitest';
import { filesToRepeat, mergeReruns } from './second-look.mjs';

const result = (file: string, ...failures: string[]) => ({
  file,
  failures,
  seconds: 1,
  passed: 3 - failures.length,
  skipped: 0,
});
const noMoney = () => "import { it } from 'vitest';";

describe('filesToRepeat', () => {
  it('repeats failed files that use other processes, by project', () => {
    const results = [
      result('tests/http/auth/forms.test.ts', 'rotates'),
      result('tests/http/hub/drain.test.ts', 'streams'),
      result('tests/api/hub/models.test.ts', 'lists'),
      result('tests/e2e/start.test.ts', 'shows'),
      result('tests/integration/pool.test.ts'),
    ];
    expect([...filesToRepeat(results, noMoney)]).toEqual([
      ['http', ['tests/http/auth/forms.test.ts', 'tests/http/hub/drain.test.ts']],
      ['api', ['tests/api/hub/models.test.ts']],
      ['e2e', ['tests/e2e/start.test.ts']],
    ]);
  });

  it('never repeats unit tests', () => {
    const results = [
      result('app/contracts/cost.test.ts', 'rounds'),
      result('tests/fuzz/fuzz.test.ts', 'reads'),
    ];
    expect(filesToRepeat(results, noMoney).size).toBe(0);
  });

  it('never repeats a test of money', () => {
    const file = 'tests/integration/credit-lots/races.test.ts';
    expect(filesToRepeat([result(file, 'sums')]).size).toBe(0);
    expect(filesToRepeat([result(file, 'sums')], noMoney).size).toBe(1);
  });

  it('repeats nothing when many files failed', () => {
    const results = Array.from({ length: 11 }, (_, index) => result(`tests/http/${index}.test.ts`, 'fails'));
    expect(filesToRepeat(results, noMoney).size).toBe(0);
  });
});

describe('mergeReruns', () => {
  const [good, unsteady, bad] = ['a', 'b', 'c'].map((name) => `tests/http/${name}.test.ts`) as [
    string,
    string,
    string,
  ];
  const first = [result(good), result(unsteady, 'waits'), result(bad, 'adds')];

  it('returns the files that passed the second time, and keeps the other failures', () => {
    const { results, flaky } = mergeReruns(first, [result(unsteady), result(bad, 'adds')]);
    expect(flaky).toEqual([result(unsteady, 'waits')]);
    expect(results).toEqual([result(good), result(unsteady), result(bad, 'adds')]);
  });

  it('keeps the failure of a file whose rerun had no result', () => {
    expect(mergeReruns(first, [])).toEqual({ results: first, flaky: [] });
  });
});
