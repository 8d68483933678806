import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { findAccount } from './accounts.ts';

/** Calls hold up to half of the free balance for seconds and release most of it: that is not spent yet. */
const HELD_FOR_S = 60;

/** A user's money in micro-dollars: `grantedMicro` less `usedMicro` is `balanceMicro`. */
interface Credits {
  /** Sum of all bookings besides charges: payments and gifts, less fees, chargebacks and expiry. */
  grantedMicro: bigint;
  /** Sum of the charges of calls. */
  usedMicro: bigint;
  balanceMicro: bigint;
  /** The part of the balance that is reserved for running calls. */
  heldMicro: bigint;
}

/** A user's balance and the part held for running replies, in micro-dollars; zeros without an account. */
export async function readBalance(
  tx: Tx,
  userId: string,
): Promise<{ balanceMicro: bigint; heldMicro: bigint }> {
  const account = await findAccount(tx, userId);
  return { balanceMicro: account?.balanceMicro ?? 0n, heldMicro: account?.heldMicro ?? 0n };
}

/** Balances in micro-dollars, by the user's id; users without account are missing. */
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
 * Free balances in micro-dollars, by the account's id: the balance less the holds that are older than a
 * minute. For detecting that money runs out, never for deciding what may be spent.
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

/** The credit that a user was given and has used; zeros without an account. One statement: figures agree. */
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

/** Sends the current balance to a user's open tabs and devices, after a booking that no run made. */
export async function announceBalance(userId: string): Promise<void> {
  const { balanceMicro } = await readBalance(AUTOCOMMIT, userId);
  await publishUserEvents(userId, [{ type: 'balance', balanceMicro: balanceMicro.toString() }]);
}
