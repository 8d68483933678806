import { describe, expect, it, type TestContext } from 'vitest';
import { readCharges } from './charges.ts';
import { type Row } from './row.ts';
import { DELIVERIES, type Delivery } from './delivery.ts';
import { EARLY_ENDS } from './rows/ends-early.ts';
import { DEATHS } from './rows/hub-dies.ts';
import { BREAKS } from './rows/provider-breaks.ts';
import { REFUSALS } from './rows/provider-refuses.ts';
import { BAD_CALLS } from './rows/request.ts';
import { CREDIT_MICRO, useStage } from './stage.ts';

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

const ROWS: readonly Row[] = [...REFUSALS, ...BREAKS, ...BAD_CALLS, ...EARLY_ENDS, ...DEATHS];
const stage = useStage(ROWS);

/** The rows that may run beside each other, or those that may not. */
const casesOf = (alone: boolean) =>
  ROWS.filter(({ isAlone = false }) => isAlone === alone).flatMap((row) =>
    DELIVERIES.flatMap((delivery) => {
      const expected = row.expected[delivery];
      return expected ? [{ row, delivery, expected }] : [];
    }),
  );
type Case = ReturnType<typeof casesOf>[number];

/** What came of a row, in the words in which it is expected. */
async function play({ row, delivery, expected: { saying } }: Case, test: TestContext) {
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

describe.concurrent('a failing call, seen and charged as the table says', () => {
  for (const one of casesOf(false)) {
    it(`${one.row.name}, ${one.delivery}`, async (context) => {
      expect(await play(one, context)).toEqual(wanted(one));
    });
  }
});

describe('a failing hub, seen and charged as the table says', () => {
  for (const one of casesOf(true)) {
    it(`${one.row.name}, ${one.delivery}`, async (context) => {
      expect(await play(one, context)).toEqual(wanted(one));
    });
  }
});
