import { describe, expect, it, type TestContext } from 'vitest';
import { readCharges } from './charges.ts';
import { DELIVERIES, type Delivery } from './delivery.ts';
import type { Expected, Row } from './row.ts';
import { CREDIT_MICRO, type Stage } from './stage.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** For the table at the end of the run; micro-dollars as text. */
    failure?: {
      name: string;
      delivery: Delivery;
      saw: string;
      charged: string;
      entries: string;
      balance: string;
    };
  }
}

/**
 * Each row with each delivery that it has an expectation for; rows that may not run beside others come last.
 */
const casesOf = <On extends Stage>(rows: readonly Row<On>[]) =>
  rows
    .toSorted((one, other) => Number(one.isAlone ?? false) - Number(other.isAlone ?? false))
    .flatMap((row) =>
      DELIVERIES.flatMap((delivery) => {
        const expected = row.expected[delivery];
        return expected ? [{ row, delivery, expected }] : [];
      }),
    );

interface Case<On extends Stage> {
  row: Row<On>;
  delivery: Delivery;
  expected: Expected;
}

/** The result of a row, in the form of its expectation. */
async function runRow<On extends Stage>(
  stage: On,
  { row, delivery, expected: { saying } }: Case<On>,
  test: TestContext,
) {
  const caller = await stage.newCaller(row, delivery);
  const act = row.act ?? (() => caller.ask(`Hi [[sandbox: ${row.directive}]]`));
  const { line: saw, message } = await act(caller, stage, test);
  const charges = await readCharges(caller, row.creditMicro ?? CREDIT_MICRO);
  test.task.meta.failure = {
    name: row.name,
    delivery,
    saw: saying ? `${saw}: ${message}` : saw,
    charged: charges.charged,
    entries: charges.entriesMicro.toString(),
    balance: charges.differenceMicro.toString(),
  };
  const problems = [...charges.problems];
  if (charges.differenceMicro !== charges.entriesMicro)
    problems.push('the balance is not what the ledger says');
  if (saying && !saying.test(message ?? '')) problems.push(`it says: ${message}`);
  return { saw, charged: charges.charged, problems };
}

const wanted = ({ expected: { sees, charged = 'nothing' } }: Pick<Case<Stage>, 'expected'>) => ({
  saw: sees,
  charged,
  problems: [],
});

/** Tests for all rows of a file, on a stage that has a model for each of them. */
export function describeRows<On extends Stage>(rows: readonly Row<On>[], stage: On): void {
  describe('a failing call, seen and charged as in the table', () => {
    for (const one of casesOf(rows)) {
      const test = one.row.isAlone ? it : it.concurrent;
      test(`${one.row.name}, ${one.delivery}`, async (context) => {
        expect(await runRow(stage, one, context)).toEqual(wanted(one));
      });
    }
  });
}
