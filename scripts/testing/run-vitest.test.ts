import { describe, expect, it } from 'vitest';
import { countResults } from './run-vitest.mjs';

const report = (files: { status: string; assertionResults: { status: string; fullName: string }[] }[]) => ({
  numPassedTests: files.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed')
    .length,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: files.map((file) => ({ name: 'a.test.ts', ...file })),
});
const passed = { status: 'passed', fullName: 'adds' };
const failed = { status: 'failed', fullName: 'divides' };

describe('countResults', () => {
  it('adds up what passed and failed', () => {
    const counts = countResults(report([{ status: 'failed', assertionResults: [passed, failed] }]), 1, '');
    expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 0, failures: ['divides'] });
  });

  it('counts a file that could not be loaded', () => {
    const counts = countResults(report([{ status: 'failed', assertionResults: [] }]), 1, '');
    expect(counts).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts an error outside of every test, and a run that wrote no report', () => {
    expect(countResults(report([{ status: 'passed', assertionResults: [passed] }]), 1, '').failed).toBe(1);
    expect(countResults(null, 1, '').failed).toBe(1);
  });

  it('counts skipped and planned tests', () => {
    const counts = countResults({ ...report([]), numPendingTests: 2, numTodoTests: 1 }, 0, '');
    expect(counts).toMatchObject({ failed: 0, skipped: 3 });
  });
});
