import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

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
