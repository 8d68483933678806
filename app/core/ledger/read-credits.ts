import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A user's money in micro-dollars: `grantedMicro` less `usedMicro` is `balanceMicro`. */
export interface Credits {
  /** Everything that was booked beside charges: payments and gifts, less fees, chargebacks and expiry. */
  grantedMicro: bigint;
  /** What calls were charged. */
  usedMicro: bigint;
  balanceMicro: bigint;
  /** The part of the balance that is set aside for running calls. */
  heldMicro: bigint;
}

/** What a user was given and has used; nothing for no account. One statement, so that the figures agree. */
export async function readCredits(tx: Tx, userId: string): Promise<Credits> {
  const row = await selectRow<{ balance_micro: string; held_micro: string; granted_micro: string }>(
    tx,
    `SELECT balance_micro, held_micro,
            (SELECT COALESCE(SUM(amount_micro), 0) FROM ledger_entries
              WHERE account_id = accounts.id AND kind <> 'charge') AS granted_micro
       FROM accounts WHERE user_id = ?`,
    [userId],
  );
  if (!row) return { grantedMicro: 0n, usedMicro: 0n, balanceMicro: 0n, heldMicro: 0n };
  const grantedMicro = BigInt(row.granted_micro);
  const balanceMicro = BigInt(row.balance_micro);
  return {
    grantedMicro,
    usedMicro: grantedMicro - balanceMicro,
    balanceMicro,
    heldMicro: BigInt(row.held_micro),
  };
}
