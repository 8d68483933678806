import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readResults } from './run-vitest.mjs';

const test = (status: string, fullName: string) => ({ status, fullName });
const report = (status: string, ...assertionResults: ReturnType<typeof test>[]) => ({
  testResults: [
    { name: path.resolve('tests/a.test.ts'), status, startTime: 1000, endTime: 3500, assertionResults },
  ],
});

describe('readResults', () => {
  it('counts passed, failed and skipped tests of each file', () => {
    const tests = [
      test('passed', 'adds'),
      test('failed', 'divides'),
      test('pending', 'b'),
      test('todo', 'c'),
    ];
    expect(readResults(report('failed', ...tests), 1)).toEqual({
      files: [{ file: 'tests/a.test.ts', seconds: 2.5, passed: 1, skipped: 2, failures: ['divides'] }],
      errors: [],
    });
  });

  it('counts a file that could not be loaded', () => {
    expect(readResults(report('failed'), 1).files).toMatchObject([{ failures: ['the file could not run'] }]);
  });

  it('reports an error outside of every test, and a run without a report', () => {
    expect(readResults(report('passed', test('passed', 'adds')), 1).errors).toHaveLength(1);
    expect(readResults(null, 1).errors).toHaveLength(1);
    expect(readResults(report('passed', test('passed', 'adds')), 0).errors).toEqual([]);
  });
});
