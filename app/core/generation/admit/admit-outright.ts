import { holdOutright } from '#app/core/ledger/hold-outright.ts';
import type { Outcome } from '#app/core/platform/batcher.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { isGuardFailure } from '#db/guard.ts';
import { transaction } from '#db/transaction.ts';
import { admitted, type Admission } from './admission.ts';
import { insertGenerations } from './insert.ts';
import { isCapped } from './key-budgets.ts';
import type { Plan } from './plan.ts';
import { requireRunSlots } from './run-slots.ts';

/** An account that was in vain taken to have plenty, or whose neighbour was, is looked at for so long. */
const LOOK_MS = 5000;
/** Accounts that are remembered; beyond it all are forgotten, which costs each of them one more try. */
const MOST_REMEMBERED = 10_000;

const lookedAtUntil = new Map<string, number>();

/**
 * Whether nothing but money and places decides: a plan that adds to no conversation, and has no name and no cap. Its
 * account was not found wanting lately.
 */
export function mayBeOutright({ append, idempotency, key, generation: { accountId } }: Plan): boolean {
  if (append !== null || idempotency || (key && isCapped(key))) return false;
  return accountId === null || !((lookedAtUntil.get(accountId) ?? 0) > performance.now());
}

function lookAt(plans: readonly Plan[]): void {
  if (lookedAtUntil.size > MOST_REMEMBERED) lookedAtUntil.clear();
  const until = performance.now() + LOOK_MS;
  for (const { generation } of plans)
    if (generation.accountId) lookedAtUntil.set(generation.accountId, until);
}

/**
 * Admits plans in one way to the database, with nothing read before: what most calls of the API need is there. The
 * accounts are locked only while the database works, and not while it waits for this process.
 * @param onWritten called when all are written and the commit is on its way
 * @returns null where the money or the places of one of them are not plenty: nothing is written then, and who wants to
 *   know more has to look
 */
export async function admitOutright(
  plans: readonly Plan[],
  onWritten: () => void,
): Promise<Outcome<Admission>[] | null> {
  const paying = plans.filter(({ generation }) => generation.accountId !== null);
  const generations = plans.map(({ generation }) => generation);
  const now = new Date();
  try {
    return await transaction(async (tx) => {
      const decisions = await holdOutright(
        tx,
        paying.map(({ generation: { id, accountId }, estimate: { wantedMicro }, firstStep }) => ({
          reference: id,
          accountId: accountId!,
          wantedMicro,
          stepMicro: firstStep?.micro,
        })),
      );
      const decided = new Map(paying.map((plan, index) => [plan, decisions[index]!]));
      const outcomes = plans.map((plan) => admitted(plan, decided.get(plan), now));
      await requireRunSlots(tx, generations);
      await insertGenerations(tx, generations, onWritten);
      return outcomes;
    });
  } catch (error) {
    if (!isGuardFailure(error)) throw error;
    counted.fallbacks.admit.inc();
    lookAt(plans);
    return null;
  }
}
