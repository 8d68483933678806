import { guard } from '#db/optimistic-locking.ts';
import { casesById, selectCount, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction } from '#db/transaction.ts';

/** The end of a hold: the held amount, and the cost of the run, in micro-dollars. */
export interface ClosedHold {
  reference: string;
  accountId: string;
  heldMicro: bigint;
  costMicro: bigint;
  applicationId: string | null;
  priceId: string | null;
}

/** Micro-dollars. `shortfallMicro` is the cost of the run beyond its hold; the operator bears it. */
export interface Charged {
  chargedMicro: bigint;
  shortfallMicro: bigint;
}

/**
 * Locks holds for the rest of the transaction, in which their accounts are locked already.
 * @returns the held amounts by reference, in micro-dollars; a hold that was closed before is missing
 */
export async function lockHolds(tx: Transaction, references: string[]): Promise<Map<string, bigint>> {
  if (references.length === 0) return new Map();
  const rows = await selectRows<{ reference: string; amount_micro: string }>(
    tx,
    'SELECT reference, amount_micro FROM holds WHERE reference IN (?) FOR UPDATE',
    [references],
  );
  return new Map(rows.map((row) => [row.reference, BigInt(row.amount_micro)]));
}

/** The charge of a run, which is never more than its hold. */
export function chargeOf(costMicro: bigint, heldMicro: bigint): Charged {
  const chargedMicro = costMicro < heldMicro ? costMicro : heldMicro;
  return { chargedMicro, shortfallMicro: costMicro - chargedMicro };
}

/**
 * Closes holds: books each charge once, never more than the hold, and releases the rest. One UPDATE for all
 * accounts, one DELETE for all holds, one INSERT for all entries. The UPDATE fails if a hold differs from the
 * given amount (`isGuardFailure`): this protects callers that have not locked it.
 * @param tx a transaction that has locked the accounts before, and that also closes the runs
 */
export async function closeHolds(tx: Transaction, holds: readonly ClosedHold[]): Promise<Charged[]> {
  const charged = holds.map(({ costMicro, heldMicro }) => chargeOf(costMicro, heldMicro));
  await writeClosed(
    tx,
    holds.map((hold, index) => ({ ...hold, chargedMicro: charged[index]!.chargedMicro })),
  );
  return charged;
}

async function writeClosed(
  tx: Transaction,
  closed: readonly (ClosedHold & { chargedMicro: bigint })[],
): Promise<void> {
  if (closed.length === 0) return;
  const charges = new Map<string, bigint>();
  const releases = new Map<string, bigint>();
  for (const { accountId, chargedMicro, heldMicro } of closed) {
    charges.set(accountId, (charges.get(accountId) ?? 0n) + chargedMicro);
    releases.set(accountId, (releases.get(accountId) ?? 0n) + heldMicro);
  }
  const [chargeCases, chargeValues] = casesById(charges);
  const [releaseCases, releaseValues] = casesById(releases);
  await write(
    tx,
    `UPDATE accounts SET balance_micro = balance_micro - ${chargeCases}, held_micro = held_micro -
       CASE (SELECT COUNT(*) FROM holds WHERE (reference, amount_micro) IN (?)) WHEN ? THEN ${releaseCases}
       ELSE ${guard('held')} END
     WHERE id IN (?)`,
    [
      ...chargeValues,
      closed.map(({ reference, heldMicro }) => [reference, heldMicro]),
      closed.length,
      ...releaseValues,
      [...charges.keys()],
    ],
  );
  await write(tx, 'DELETE FROM holds WHERE reference IN (?)', [closed.map(({ reference }) => reference)]);
  const now = new Date();
  const entries = closed
    .filter(({ chargedMicro }) => chargedMicro > 0n)
    .map(({ reference, accountId, applicationId, chargedMicro, priceId }) => [
      accountId,
      applicationId,
      'charge',
      `charge:${reference}`,
      -chargedMicro,
      priceId,
      now,
    ]);
  if (entries.length === 0) return;
  await write(
    tx,
    `INSERT INTO ledger_entries (account_id, application_id, kind, reference, amount_micro, price_id, created_at)
     VALUES ?`,
    [entries],
  );
}

/** The number of holds older than this; those of ended runs are released when they settle. */
export async function countOldHolds(minutes: number): Promise<number> {
  const old = 'SELECT COUNT(*) FROM holds WHERE created_at < NOW(3) - INTERVAL ? MINUTE';
  return selectCount(AUTOCOMMIT, old, [minutes]);
}
