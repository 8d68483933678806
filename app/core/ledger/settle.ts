import { selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { writeClosed } from './write-closed.ts';

/** The end of a hold: what the run cost, in micro-dollars. */
export interface Settlement {
  reference: string;
  accountId: string;
  costMicro: bigint;
  applicationId: string | null;
  priceId: string | null;
}

/** `settled` is false when the hold was closed before: nothing was booked now, and no balance is known. */
export interface Settled {
  settled: boolean;
  chargedMicro: bigint;
  /** What the run cost beyond its hold; the house bears it. */
  shortfallMicro: bigint;
  /** What the account holds when all of these are settled. */
  balanceMicro: bigint | null;
}

/** Money that is held for a run, and what its account holds, in micro-dollars. */
interface Hold {
  accountId: string;
  amountMicro: bigint;
  balanceMicro: bigint;
}

/**
 * Locks holds for the rest of the transaction, in which their accounts are locked already.
 * @returns by reference; a hold that was closed before is not in the answer
 */
export async function lockHolds(tx: Transaction, references: string[]): Promise<Map<string, Hold>> {
  if (references.length === 0) return new Map();
  const rows = await selectRows<{
    reference: string;
    account_id: string;
    amount_micro: string;
    balance_micro: string;
  }>(
    tx,
    `SELECT reference, account_id, amount_micro,
       (SELECT balance_micro FROM accounts WHERE accounts.id = holds.account_id) AS balance_micro
     FROM holds WHERE reference IN (?) FOR UPDATE`,
    [references],
  );
  return new Map(
    rows.map((row) => [
      row.reference,
      {
        accountId: row.account_id,
        amountMicro: BigInt(row.amount_micro),
        balanceMicro: BigInt(row.balance_micro),
      },
    ]),
  );
}

/**
 * Closes holds: books each charge once (never more than was held), releases the rest.
 * @param tx the transaction in which the accounts were locked, and that also closes what the money was held for
 * @param holds what `lockHolds` found for them
 */
export async function settleAll(
  tx: Transaction,
  settlements: Settlement[],
  holds: Map<string, Hold>,
): Promise<Settled[]> {
  const closed = settlements.map((one) => {
    const heldMicro = holds.get(one.reference)?.amountMicro;
    return heldMicro === undefined ? null : { ...one, heldMicro, ...chargeOf(one.costMicro, heldMicro) };
  });
  await writeClosed(
    tx,
    closed.flatMap((one) => one ?? []),
  );
  const balances = new Map([...holds.values()].map((hold) => [hold.accountId, hold.balanceMicro]));
  for (const one of closed) {
    const before = one ? balances.get(one.accountId) : undefined;
    if (before !== undefined) balances.set(one!.accountId, before - one!.chargedMicro);
  }
  return closed.map((one, index) => ({
    settled: one !== null,
    chargedMicro: one?.chargedMicro ?? 0n,
    shortfallMicro: one?.shortfallMicro ?? 0n,
    balanceMicro: balances.get(settlements[index]!.accountId) ?? null,
  }));
}

/** What a run is charged, which is never more than what was held for it. */
export function chargeOf(costMicro: bigint, heldMicro: bigint) {
  const chargedMicro = costMicro < heldMicro ? costMicro : heldMicro;
  return { chargedMicro, shortfallMicro: costMicro - chargedMicro };
}
