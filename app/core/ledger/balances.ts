import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { findAccount } from './accounts.ts';

/** Calls hold up to half of what is free for a few seconds and release most of it: that is not spent yet. */
const HELD_FOR_S = 60;

/** A user's money in micro-dollars: `grantedMicro` less `usedMicro` is `balanceMicro`. */
interface Credits {
  /** Everything that was booked beside charges: payments and gifts, less fees, chargebacks and expiry. */
  grantedMicro: bigint;
  /** What calls were charged. */
  usedMicro: bigint;
  balanceMicro: bigint;
  /** The part of the balance that is set aside for running calls. */
  heldMicro: bigint;
}

/** What a user owns and what of it is held for running replies, in micro-dollars; nothing for no account. */
export async function readBalance(
  tx: Tx,
  userId: string,
): Promise<{ balanceMicro: bigint; heldMicro: bigint }> {
  const account = await findAccount(tx, userId);
  return { balanceMicro: account?.balanceMicro ?? 0n, heldMicro: account?.heldMicro ?? 0n };
}

/** What users own, in micro-dollars, by the user's id; who has no account is not there. */
export async function readBalances(tx: Tx, userIds: readonly string[]): Promise<Map<string, bigint>> {
  if (userIds.length === 0) return new Map();
  const rows = await selectRows<{ user_id: string; balance_micro: string }>(
    tx,
    'SELECT user_id, balance_micro FROM accounts WHERE user_id IN (?)',
    [[...userIds]],
  );
  return new Map(rows.map((row) => [row.user_id, BigInt(row.balance_micro)]));
}

/**
 * What is free on accounts, in micro-dollars by the account's id: the balance less what has been held for a minute. It is
 * for who looks whether somebody runs out of money, never for who decides what may be spent.
 */
export async function readFreeBalances(tx: Tx, accountIds: readonly string[]): Promise<Map<string, bigint>> {
  if (accountIds.length === 0) return new Map();
  const rows = await selectRows<{ id: string; balance_micro: string; held: string }>(
    tx,
    `SELECT id, balance_micro, (SELECT COALESCE(SUM(amount_micro), 0) FROM holds h
       WHERE h.account_id = a.id AND h.created_at < NOW(3) - INTERVAL ? SECOND) AS held
     FROM accounts a WHERE id IN (?)`,
    [HELD_FOR_S, [...accountIds]],
  );
  return new Map(rows.map((row) => [row.id, BigInt(row.balance_micro) - BigInt(row.held)]));
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

/** Tells a user's open tabs and devices what the balance is now, after a booking that no run made. */
export async function announceBalance(userId: string): Promise<void> {
  const { balanceMicro } = await readBalance(AUTOCOMMIT, userId);
  await publishUserEvents(userId, [{ type: 'balance', balanceMicro: balanceMicro.toString() }]);
}
