import { expect } from 'vitest';
import type { Caller, Malformed, Verdict } from './callers.ts';
import type { Play } from './dying-database.ts';
import { expectLedgerAgrees, expectStored } from './expect-stored.ts';

/** The errors of the malformed caller. */
const REFUSALS = {
  text: { code: 'invalid_request', status: 400, param: 'text' },
  row: { code: 'ER_DATA_TOO_LONG' },
} as const satisfies Record<Malformed, object>;

/** Every caller got the right answer for its send, and the answers match the stored rows and holds. */
export async function expectOwnAnswers(malformed: Malformed, { callers, answers }: Play): Promise<void> {
  expect(answers.filter(({ verdict }) => verdict === 'poor')).toHaveLength(7);
  callers.forEach((caller, index) => {
    expect(possibleVerdicts(caller, { callers, answers }), `caller ${index}`).toContain(
      answers[index]!.verdict,
    );
  });
  expect(answers.find(({ verdict }) => verdict === 'malformed')?.error).toMatchObject(REFUSALS[malformed]);
  await expectStored(callers, answers);
  await expectLedgerAgrees();
}

/**
 * The possible verdicts for a caller. A rival (a caller with the same message or the same tight account) may
 * have repeated its call because the database was away for too long. The order of arrival is then unknown,
 * and any of them may be first. Seven callers without money and forty stored sends stay the same.
 */
function possibleVerdicts(caller: Caller, { callers, answers }: Play): Verdict[] {
  if (caller.expected === 'malformed') return ['malformed'];
  const rivals = answers.filter((_, index) => isRival(callers[index]!, caller, callers));
  if (rivals.every(({ returns }) => returns === 0)) return [caller.expected];
  return isTight(caller, callers) ? ['runs', 'repeated', 'poor'] : ['runs', 'repeated'];
}

/** Whether it is the caller itself, sends the same message, or shares its tight account. */
function isRival(other: Caller, caller: Caller, callers: Caller[]): boolean {
  if (other === caller) return true;
  if (other.userId !== caller.userId) return false;
  return (
    isTight(caller, callers) ||
    (caller.clientMessageId !== null && other.clientMessageId === caller.clientMessageId)
  );
}

function isTight({ userId }: Caller, callers: Caller[]): boolean {
  return callers.some((other) => other.userId === userId && other.expected === 'poor');
}
