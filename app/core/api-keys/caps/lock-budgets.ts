import { selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** What keys that replaced one another may spend together. */
export interface Budget {
  id: string;
  /** All its keys, ended ones too: their unfinished runs hold money of it. */
  keyIds: string[];
}

interface Row {
  id: string;
  budget_id: string;
}

/**
 * Locks the budgets of keys until the transaction ends, in id order. Lock their owners' accounts before
 * and conversations after. Who holds both locks sees all charges and holds of a budget, and nobody else adds one.
 * @returns by key id; a key that is not there is not in the answer
 */
export async function lockBudgets(tx: Transaction, keyIds: string[]): Promise<Map<string, Budget>> {
  if (keyIds.length === 0) return new Map();
  const asked = await selectRows<Row>(tx, 'SELECT id, budget_id FROM api_keys WHERE id IN (?)', [keyIds]);
  const ids = [...new Set(asked.map((row) => row.budget_id))];
  if (ids.length === 0) return new Map();
  // A budget's first key stands for it.
  await selectRows(tx, 'SELECT id FROM api_keys WHERE id IN (?) ORDER BY id FOR UPDATE', [ids]);
  const members = await selectRows<Row>(tx, 'SELECT id, budget_id FROM api_keys WHERE budget_id IN (?)', [
    ids,
  ]);
  const budgets = new Map(ids.map((id) => [id, { id, keyIds: [] as string[] }]));
  for (const { id, budget_id } of members) budgets.get(budget_id)?.keyIds.push(id);
  return new Map(asked.map(({ id, budget_id }) => [id, budgets.get(budget_id)!]));
}
