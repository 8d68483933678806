import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Calls hold up to half of what is free for a few seconds and release most of it: that is not spent yet. */
const HELD_FOR_S = 60;

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
