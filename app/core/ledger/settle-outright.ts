import type { Transaction } from '#db/transaction.ts';
import { lockAccountsLater } from './accounts.ts';
import { chargeOf, type Settled, type Settlement } from './settle.ts';
import { writeClosed } from './write-closed.ts';

/** The end of a hold by somebody who knows how much is held. */
export interface KnownSettlement extends Settlement {
  heldMicro: bigint;
}

/**
 * Closes holds as `settleAll` does, without a look at them: who ran a generation knows what is held for it. The
 * transaction fails where it is otherwise (`isGuardFailure`); then somebody has to look.
 * @param tx a transaction that has said nothing yet and is waited for by nobody; it locks the accounts first
 * @returns what was settled, to be asked for when the transaction has ended
 */
export async function settleOutright(
  tx: Transaction,
  settlements: readonly KnownSettlement[],
): Promise<() => Promise<Settled[]>> {
  const locked = lockAccountsLater(
    tx,
    settlements.map(({ accountId }) => accountId),
  );
  // Who asks hears of it; a transaction that failed has said why.
  locked.catch(() => undefined);
  const charges = settlements.map(({ costMicro, heldMicro }) => chargeOf(costMicro, heldMicro));
  await writeClosed(
    tx,
    settlements.map((one, index) => ({ ...one, chargedMicro: charges[index]!.chargedMicro })),
  );
  return async () => {
    const balances = new Map([...(await locked)].map(([id, { balanceMicro }]) => [id, balanceMicro]));
    settlements.forEach(({ accountId }, index) => {
      balances.set(accountId, (balances.get(accountId) ?? 0n) - charges[index]!.chargedMicro);
    });
    return settlements.map(({ accountId }, index) => ({
      settled: true,
      ...charges[index]!,
      balanceMicro: balances.get(accountId)!,
    }));
  };
}
