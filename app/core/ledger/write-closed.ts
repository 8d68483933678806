import { casesById } from '#db/cases-by-id.ts';
import { guard } from '#db/guard.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** A hold that ends, and what is charged of it, in micro-dollars. */
export interface ClosedHold {
  reference: string;
  accountId: string;
  heldMicro: bigint;
  chargedMicro: bigint;
  applicationId: string | null;
  priceId: string | null;
}

/**
 * Writes the end of holds in a transaction that has locked their accounts: one UPDATE for all accounts, one DELETE for
 * all holds, one INSERT for all entries. The first of them fails where a hold is not as it is said to be
 * (`isGuardFailure`).
 */
export async function writeClosed(tx: Transaction, closed: readonly ClosedHold[]): Promise<void> {
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
