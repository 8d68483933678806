import { lockAccounts } from '#app/core/ledger/accounts.ts';
import type { Transaction } from '#db/transaction.ts';
import { lockSettings, updateSettings } from './settings.ts';

/** What a person chooses, in micro-dollars. */
export interface TopUpChoice {
  thresholdMicro: bigint;
  amountMicro: bigint;
  monthlyMicro: bigint;
}

/**
 * Turns auto top-up on with these amounts, or changes them; failures of before and pauses are over.
 * @returns false where no card is saved
 */
export async function turnOnTopUp(tx: Transaction, accountId: string, choice: TopUpChoice): Promise<boolean> {
  await lockAccounts(tx, [accountId]);
  const settings = await lockSettings(tx, accountId);
  if (!settings?.cardId) return false;
  await updateSettings(tx, accountId, {
    ...choice,
    isOn: true,
    failures: 0,
    pausedUntil: null,
    problem: null,
  });
  return true;
}

/** Turns it off; the amounts and the card stay. @returns false where it was not on */
export async function turnOffTopUp(tx: Transaction, accountId: string): Promise<boolean> {
  await lockAccounts(tx, [accountId]);
  if (!(await lockSettings(tx, accountId))?.isOn) return false;
  await updateSettings(tx, accountId, { isOn: false, pausedUntil: null, problem: null });
  return true;
}
