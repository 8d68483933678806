import type { Reconciliation } from '#app/contracts/usage/dashboard.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { listReconciliations } from './list-reconciliations.ts';
import { readState } from './usage-state.ts';

/** How many seconds the roll-ups are behind, and what the newest reconciliations have found. */
export async function measureUsage(): Promise<{ lagSeconds: number; reconciliations: Reconciliation[] }> {
  const { rolledUntil, now } = await readState(AUTOCOMMIT);
  return {
    lagSeconds: (now.getTime() - rolledUntil.getTime()) / 1000,
    reconciliations: await listReconciliations(AUTOCOMMIT),
  };
}
