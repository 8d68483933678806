import { describe, expect, it, type TestContext } from 'vitest';
import { readCharges } from './charges.ts';
import { DELIVERIES, type Delivery } from './delivery.ts';
import type { Row } from './row.ts';
import { CREDIT_MICRO, useStage, type Stage } from './stage.ts';

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

/** Each row in each delivery of which it says something; last those that may not run beside others. */
const casesOf = (rows: readonly Row[]) =>
  rows
    .toSorted((one, other) => Number(one.isAlone ?? false) - Number(other.isAlone ?? false))
    .flatMap((row) =>
      DELIVERIES.flatMap((delivery) => {
        const expected = row.expected[delivery];
        return expected ? [{ row, delivery, expected }] : [];
      }),
    );
type Case = ReturnType<typeof casesOf>[number];

/** The result of a row, in the words of its expectation. */
async function play(stage: Stage, { row, delivery, expected: { saying } }: Case, test: TestContext) {
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

const wanted = ({ expected: { sees, charged = 'nothing' } }: Case) => ({
  saw: sees,
  charged,
  problems: [],
});

/**
 * Tests for all rows of a file.
 * @param settings of the application's processes
 */
export function describeRows(rows: readonly Row[], settings: Record<string, string> = {}): void {
  const stage = useStage(rows, settings);
  describe('a failing call, seen and charged as the table says', () => {
    for (const one of casesOf(rows)) {
      const test = one.row.isAlone ? it : it.concurrent;
      test(`${one.row.name}, ${one.delivery}`, async (context) => {
        expect(await play(stage, one, context)).toEqual(wanted(one));
      });
    }
  });
}
