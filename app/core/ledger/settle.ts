import type { Transaction } from 'sequelize';
import { casesById } from '#db/cases-by-id.ts';
import { selectRows, write } from '#db/sql.ts';

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
 * Closes holds: books each charge once (never more than was held), releases the rest. One INSERT for all
 * entries, one DELETE for all holds, one UPDATE for all accounts.
 * @param tx the transaction in which the accounts were locked, and that also closes what the money was held for
 * @param holds what `lockHolds` found for them
 */
export async function settleAll(
  tx: Transaction,
  settlements: Settlement[],
  holds: Map<string, Hold>,
): Promise<Settled[]> {
  const closed = settlements.map((one) => close(one, holds.get(one.reference)?.amountMicro));
  await writeClosed(
    tx,
    settlements.flatMap((one, index) => (closed[index]?.settled ? [{ ...one, ...closed[index] }] : [])),
    holds,
  );
  const balances = new Map([...holds.values()].map((hold) => [hold.accountId, hold.balanceMicro]));
  settlements.forEach(({ accountId }, index) => {
    const before = balances.get(accountId);
    if (before !== undefined) balances.set(accountId, before - closed[index]!.chargedMicro);
  });
  return closed.map((one, index) => ({
    ...one,
    balanceMicro: balances.get(settlements[index]!.accountId) ?? null,
  }));
}

type Closed = Omit<Settled, 'balanceMicro'>;

function close({ costMicro }: Settlement, heldMicro: bigint | undefined): Closed {
  if (heldMicro === undefined) return { settled: false, chargedMicro: 0n, shortfallMicro: 0n };
  const chargedMicro = costMicro < heldMicro ? costMicro : heldMicro;
  return { settled: true, chargedMicro, shortfallMicro: costMicro - chargedMicro };
}

async function writeClosed(
  tx: Transaction,
  closed: (Settlement & Closed)[],
  holds: Map<string, Hold>,
): Promise<void> {
  if (closed.length === 0) return;
  const now = new Date();
  const entries = closed
    .filter((one) => one.chargedMicro > 0n)
    .map((one) => [
      one.accountId,
      one.applicationId,
      'charge',
      `charge:${one.reference}`,
      -one.chargedMicro,
      one.priceId,
      now,
    ]);
  if (entries.length > 0) {
    await write(
      tx,
      `INSERT INTO ledger_entries (account_id, application_id, kind, reference, amount_micro, price_id, created_at)
       VALUES ?`,
      [entries],
    );
  }
  await write(tx, 'DELETE FROM holds WHERE reference IN (?)', [closed.map((one) => one.reference)]);
  const charges = new Map<string, bigint>();
  const releases = new Map<string, bigint>();
  for (const one of closed) {
    charges.set(one.accountId, (charges.get(one.accountId) ?? 0n) + one.chargedMicro);
    releases.set(
      one.accountId,
      (releases.get(one.accountId) ?? 0n) + (holds.get(one.reference)?.amountMicro ?? 0n),
    );
  }
  const [chargeCases, chargeValues] = casesById(charges);
  const [releaseCases, releaseValues] = casesById(releases);
  await write(
    tx,
    `UPDATE accounts SET balance_micro = balance_micro - ${chargeCases}, held_micro = held_micro - ${releaseCases}
     WHERE id IN (?)`,
    [...chargeValues, ...releaseValues, [...charges.keys()]],
  );
}
