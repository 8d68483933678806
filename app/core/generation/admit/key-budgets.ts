import { CAP_NAMES, type CapName } from '#app/contracts/api-keys.ts';
import { leftUnderCap, lockBudgets, NOTHING_SPENT, readSpend } from '#app/core/api-keys/budget.ts';
import type { CappedKey } from '#app/core/generation/plan/plan.ts';
import type { Budget } from '#app/core/ledger/caps/spending-cap.ts';
import { selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** Money that may still be held on a key, under lock. Keys that replaced one another share a budget. */
export interface KeyBudget extends Budget {
  /** The cap with the least money left. */
  cap: CapName;
}

/**
 * Locks the budgets of keys with caps and computes their remaining money: the cap minus charges and the holds
 * of open runs. Lock accounts before and conversations after.
 * @returns by key id, without keys that have no caps
 */
export async function lockKeyBudgets(tx: Transaction, keys: CappedKey[]): Promise<Map<string, KeyBudget>> {
  const capped = new Map(keys.filter(isCapped).map((key) => [key.id, key]));
  if (capped.size === 0) return new Map();
  const ids = [...capped.keys()];
  const budgets = await lockBudgets(tx, ids);
  const held = await readHeld(
    tx,
    [...budgets.values()].flatMap(({ keyIds }) => keyIds),
    [...capped.values()].map(({ userId }) => userId),
  );
  const spend = await readSpend(tx, ids);
  return new Map(
    [...budgets].map(([keyId, budget]) => {
      const heldMicro = budget.keyIds.reduce((sum, id) => sum + (held.get(id) ?? 0n), 0n);
      const { caps } = capped.get(keyId)!;
      const spent = spend.get(keyId) ?? NOTHING_SPENT;
      const left = CAP_NAMES.flatMap((cap) => {
        const leftMicro = leftUnderCap(caps[cap], spent[cap] + heldMicro);
        return leftMicro === null ? [] : [{ id: budget.id, cap, leftMicro }];
      });
      return [keyId, left.reduce((min, one) => (one.leftMicro < min.leftMicro ? one : min))];
    }),
  );
}

export function isCapped({ caps }: CappedKey): boolean {
  return CAP_NAMES.some((name) => caps[name] !== null);
}

async function readHeld(tx: Transaction, keyIds: string[], owners: string[]): Promise<Map<string, bigint>> {
  if (keyIds.length === 0) return new Map();
  const rows = await selectRows<{ id: string; held: string }>(
    tx,
    `SELECT api_key_id AS id, SUM(held_micro) AS held FROM generations
     WHERE user_id IN (?) AND live = 1 AND api_key_id IN (?) GROUP BY api_key_id`,
    [owners, keyIds],
  );
  return new Map(rows.map(({ id, held }) => [id, BigInt(held)]));
}
