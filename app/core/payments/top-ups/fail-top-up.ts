import { MOST_FAILURES, type TopUpFailure } from '#app/contracts/payments/top-up.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { transaction } from '#db/transaction.ts';
import { lockSettings, updateSettings } from './settings.ts';
import { endTopUp, type TopUp } from './top-up.ts';

const HOUR_MS = 3_600_000;
/** How long nothing is tried after the first failure in a row, and after the second. */
const PAUSES_MS = [HOUR_MS, 24 * HOUR_MS];

/**
 * Ends a top-up that failed. Each failure in a row pauses auto top-up, the third turns it off; the person is told by mail.
 * One that was stopped by the person counts as nothing. A payment that is credited after all is credited all the same.
 * @returns the jobs that are due after it
 */
export function failTopUp(
  { id, accountId }: Pick<TopUp, 'id' | 'accountId'>,
  { problem, paymentId }: { problem: TopUpFailure; paymentId: string | null },
  now = new Date(),
): Promise<string[]> {
  return transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    if (!(await endTopUp(tx, id, { state: 'failed', problem, paymentId })) || problem === 'stopped')
      return [];
    const settings = await lockSettings(tx, accountId);
    if (!settings) return [];
    const failures = settings.failures + 1;
    const isOn = settings.isOn && failures < MOST_FAILURES;
    const pause = PAUSES_MS[failures - 1];
    const pausedUntil = isOn && pause !== undefined ? new Date(now.getTime() + pause) : null;
    await updateSettings(tx, accountId, { failures, isOn, pausedUntil, problem });
    if (!canSendMail()) return [];
    return writeFollowUps(tx, [{ job: 'mail-top-up', subject: id, payload: { topUpId: id } }]);
  });
}
