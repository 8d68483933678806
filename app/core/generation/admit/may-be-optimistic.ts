import type { Payer } from '#app/core/ledger/caps/payers.ts';
import { isCapped } from './key-budgets.ts';
import type { Plan } from './plan.ts';

/** An account that was in vain taken to have plenty, or whose neighbour was, is locked and read first for so long. */
const CAUTION_MS = 5000;
/** One with caps of its own is for so long after each of its calls. */
const CAPPED_MS = 60_000;
/** Accounts that are remembered; beyond it all are forgotten, which costs each of them one more try. */
const MOST_REMEMBERED = 10_000;

const cautiousUntil = new Map<string, number>();

/**
 * Whether nothing but money and the number of runs at once decides: a plan that adds to no conversation, and has no
 * Idempotency-Key and no cap. Its account was not found wanting lately.
 */
export function mayBeOptimistic({ append, idempotency, key, generation: { accountId } }: Plan): boolean {
  if (append !== null || idempotency || (key && isCapped(key))) return false;
  return accountId === null || !((cautiousUntil.get(accountId) ?? 0) > performance.now());
}

/** Remembers the accounts of plans of which one had not plenty. */
export function noteConflict(plans: readonly Plan[]): void {
  for (const { generation } of plans) if (generation.accountId) beCautious(generation.accountId, CAUTION_MS);
}

/** Remembers which of these accounts have caps: an optimistic try would be in vain. */
export function noteCaps(payers: Iterable<Payer>): void {
  for (const { id, caps } of payers) if (caps.length > 0) beCautious(id, CAPPED_MS);
}

function beCautious(accountId: string, milliseconds: number): void {
  if (cautiousUntil.size > MOST_REMEMBERED) cautiousUntil.clear();
  cautiousUntil.set(accountId, performance.now() + milliseconds);
}
