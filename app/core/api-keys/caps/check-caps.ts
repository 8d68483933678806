import { CAP_NAMES, type CapName } from '#app/contracts/api-keys.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import type { Spend } from './spend.ts';

/**
 * The first cap that would be passed if everything that is held were charged, or null. A cap may be reached, not
 * passed. Pure: it is as true as what it is given, so the admission calls it under lock, in its transaction:
 *
 * 1. lock the accounts, then `lockBudgets(tx, ids of the keys that have a cap)`;
 * 2. read the holds of unfinished runs (holds of generations whose key is one of `budget.keyIds`);
 * 3. `readSpend(tx, ids)`, with the time of this transaction;
 * 4. go through the callers in order of arrival with `heldMicro` = the budget's holds + what earlier callers of
 *    the same transaction were granted on this budget + what this caller is to hold at least. A cap's name
 *    refuses the caller. Else hold at most `leftUnderCaps` of the same numbers without this caller's own, as the
 *    free balance bounds it too, and count what was granted for the callers after it;
 * 5. write the holds and commit: only then the next transaction passes step 1.
 *
 * A settle turns a hold into at most as much spend under the lock of the account (`addSpend`), so the sum of both
 * never grows outside of an admission and concurrent calls never pass a cap. A hold counts in every window for as long
 * as it stands: a run that ends after midnight is charged to a window that has kept room for it.
 *
 * @param heldMicro holds of the key's budget, the one to be granted among them
 */
export function checkCaps({ caps }: Pick<ApiKey, 'caps'>, spend: Spend, heldMicro: bigint): CapName | null {
  const passed = CAP_NAMES.find((name) => {
    const cap = caps[name];
    return cap !== null && spend[name] + heldMicro > cap;
  });
  return passed ?? null;
}

/**
 * What may still be held before the tightest cap is reached, in micro-dollars; null for a key without caps.
 * @param heldMicro holds of the key's budget so far
 */
export function leftUnderCaps(
  { caps }: Pick<ApiKey, 'caps'>,
  spend: Spend,
  heldMicro: bigint,
): bigint | null {
  let least: bigint | null = null;
  for (const name of CAP_NAMES) {
    const left = leftUnderCap(caps[name], spend[name] + heldMicro);
    if (left !== null && (least === null || left < least)) least = left;
  }
  return least;
}

/** What is left of one cap, never below zero; null for no cap. */
export function leftUnderCap(cap: bigint | null, usedMicro: bigint): bigint | null {
  if (cap === null) return null;
  return cap > usedMicro ? cap - usedMicro : 0n;
}
