import { CAP_NAMES, type CapName } from '#app/contracts/api-keys.ts';
import { casesById, selectRows, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** Micro-dollars charged so far in each window. */
export type Spend = Record<CapName, bigint>;

export const NOTHING_SPENT: Spend = { daily: 0n, weekly: 0n, monthly: 0n, total: 0n };

/** The shared budget of keys that replace one another. */
interface Budget {
  id: string;
  /** All its keys, ended ones too: their unfinished runs still have holds on it. */
  keyIds: string[];
}

interface Row {
  id: string;
  budget_id: string;
}

/** First day of each window at a moment, UTC, as `2026-11-16`; weeks begin on Monday. */
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
 * The amounts charged to each key's budget: to the key and to those that it replaced or that replace it.
 * Holds are not included. Unknown keys are missing in the result.
 * @param now the moment that selects the windows
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

/** The charge of a run, and the key that it ran with. */
export interface KeyCharge {
  keyId: string;
  chargedMicro: bigint;
}

/**
 * Adds charges to the budgets of their keys, on the day (UTC) of the settlement. Call it in the transaction
 * that books the charges and releases their holds, after the accounts are locked: an admission of a call with
 * the key locks its owner's account too, so that every charge is seen either as held or as spent.
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

/**
 * Locks the budgets of keys until the transaction ends, in id order. Lock their owners' accounts before and
 * conversations after. With both locks a transaction sees all charges and holds of a budget, and no other
 * transaction adds one.
 * @returns budgets by key id; unknown keys are missing
 */
export async function lockBudgets(tx: Transaction, keyIds: string[]): Promise<Map<string, Budget>> {
  if (keyIds.length === 0) return new Map();
  const rows = await selectRows<Row>(tx, 'SELECT id, budget_id FROM api_keys WHERE id IN (?)', [keyIds]);
  const ids = [...new Set(rows.map((row) => row.budget_id))];
  if (ids.length === 0) return new Map();
  // The row of a budget's first key serves as its lock.
  await selectRows(tx, 'SELECT id FROM api_keys WHERE id IN (?) ORDER BY id FOR UPDATE', [ids]);
  const members = await selectRows<Row>(tx, 'SELECT id, budget_id FROM api_keys WHERE budget_id IN (?)', [
    ids,
  ]);
  const budgets = new Map(ids.map((id) => [id, { id, keyIds: [] as string[] }]));
  for (const { id, budget_id } of members) budgets.get(budget_id)?.keyIds.push(id);
  return new Map(rows.map(({ id, budget_id }) => [id, budgets.get(budget_id)!]));
}

/** The remainder of one cap, never below zero; null for no cap. */
export function leftUnderCap(cap: bigint | null, usedMicro: bigint): bigint | null {
  if (cap === null) return null;
  return cap > usedMicro ? cap - usedMicro : 0n;
}
