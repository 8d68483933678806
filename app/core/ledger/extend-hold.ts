import { casesById, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** More money for a run that has a hold. Micro-dollars above 0. */
export interface HoldExtension {
  reference: string;
  accountId: string;
  moreMicro: bigint;
}

/**
 * Adds to holds, with one UPDATE for them and one for the accounts.
 * @param tx the transaction in which the accounts were locked and found to have the money
 */
export async function extendHolds(tx: Transaction, extensions: readonly HoldExtension[]): Promise<void> {
  if (extensions.length === 0) return;
  const holds = new Map<string, bigint>();
  const accounts = new Map<string, bigint>();
  for (const { reference, accountId, moreMicro } of extensions) {
    holds.set(reference, (holds.get(reference) ?? 0n) + moreMicro);
    accounts.set(accountId, (accounts.get(accountId) ?? 0n) + moreMicro);
  }
  const [holdCases, holdValues] = casesById(holds, 'reference');
  await write(tx, `UPDATE holds SET amount_micro = amount_micro + ${holdCases} WHERE reference IN (?)`, [
    ...holdValues,
    [...holds.keys()],
  ]);
  const [accountCases, accountValues] = casesById(accounts);
  await write(tx, `UPDATE accounts SET held_micro = held_micro + ${accountCases} WHERE id IN (?)`, [
    ...accountValues,
    [...accounts.keys()],
  ]);
}
