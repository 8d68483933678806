import { CAP_NAMES, type CapName } from '#app/contracts/api-keys.ts';
import { casesById, selectRows, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** Micro-dollars charged so far in each window. */
export type Spend = Record<CapName, bigint>;

export const NOTHING_SPENT: Spend = { daily: 0n, weekly: 0n, monthly: 0n, total: 0n };

/** First day of each window that a moment lies in, UTC, as `2026-11-16`; weeks begin on Monday. */
export function windowStarts(now: Date): Record<Exclude<CapName, 'total'>, string> {
  const year = now.getUTCFullYear();
  const [month, day] = [now.getUTCMonth(), now.getUTCDate()];
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return {
    daily: dayOf(now),
    weekly: dayOf(new Date(Date.UTC(year, month, day - sinceMonday))),
    monthly: dayOf(new Date(Date.UTC(year, month, 1))),
  };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/**
 * What was charged to each key's budget: to the key and to those that it replaced or that replace it. Holds are
 * not in it. A key that is not there is not in the answer.
 * @param now the moment whose windows are meant
 */
export async function readSpend(tx: Tx, keyIds: string[], now = new Date()): Promise<Map<string, Spend>> {
  if (keyIds.length === 0) return new Map();
  const { daily, weekly, monthly } = windowStarts(now);
  const since = 'SUM(CASE WHEN s.day >= ? THEN s.spent_micro ELSE 0 END)';
  const rows = await selectRows<{ id: string } & Record<CapName, string | null>>(
    tx,
    `SELECT k.id, ${since} AS daily, ${since} AS weekly, ${since} AS monthly, SUM(s.spent_micro) AS total
     FROM api_keys k LEFT JOIN api_key_spend s ON s.budget_id = k.budget_id
     WHERE k.id IN (?) GROUP BY k.id`,
    [daily, weekly, monthly, keyIds],
  );
  return new Map(
    rows.map(({ id, ...sums }) => {
      const spend = CAP_NAMES.map((cap) => [cap, BigInt(sums[cap] ?? 0)] as const);
      return [id, Object.fromEntries(spend) as Spend];
    }),
  );
}

/** What a run cost, and the key that it ran with. */
export interface KeyCharge {
  keyId: string;
  chargedMicro: bigint;
}

/**
 * Adds charges to the budgets of their keys, on the day (UTC) of the settle. To be called in the transaction that
 * books the charges and releases their holds, after the accounts are locked: who admits a call of the key locks its
 * owner's account too, so that no admission sees a charge neither as held nor as spent.
 */
export async function addSpend(tx: Transaction, charges: KeyCharge[], now = new Date()): Promise<void> {
  const sums = new Map<string, bigint>();
  for (const { keyId, chargedMicro } of charges) {
    if (chargedMicro > 0n) sums.set(keyId, (sums.get(keyId) ?? 0n) + chargedMicro);
  }
  if (sums.size === 0) return;
  const [micro, values] = casesById(sums);
  await write(
    tx,
    `INSERT INTO api_key_spend (budget_id, day, spent_micro)
     SELECT budget_id, ?, SUM(${micro}) FROM api_keys WHERE id IN (?) GROUP BY budget_id ORDER BY budget_id
     ON DUPLICATE KEY UPDATE spent_micro = spent_micro + VALUES(spent_micro)`,
    [dayOf(now), ...values, [...sums.keys()]],
  );
}
