import { appendAll } from '#app/core/conversations/messages/append.ts';
import { callsUnderWay } from '#app/core/generation/stream/calls-under-way.ts';
import { rememberCalls } from '#app/core/idempotency/known-calls.ts';
import type { Payer } from '#app/core/ledger/caps/payers.ts';
import { holdAll, takeSlot, type HoldDecision, type HoldRequest } from '#app/core/ledger/hold.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import { shareOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { optimisticFirst, type Locking } from '#db/optimistic-locking.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { admitted, refused, stored, tooLittleMoney, type Admission } from './admission.ts';
import { insertGenerations } from './insert.ts';
import { isCapped, type KeyBudget } from './key-budgets.ts';
import { lockAndRead, NOTHING_FOUND, requireRunSlots, tooManyAtOnce, type Found } from './locks.ts';
import type { Plan } from './plan.ts';
import { findKnown } from './repeats.ts';

/**
 * Admits sends and calls: conversation, user message, empty reply, held money and generation row in ONE
 * transaction, shared by those of one moment. Locks: accounts, then budgets of keys, then conversations, each in id
 * order. What most calls of the API need is there: they are admitted optimistically, in one round trip.
 */
export const admitInBatch = createBatcher<Plan, Admission>({
  name: 'admit',
  laneOf: ({ generation: { accountId, userId } }) => accountId ?? userId,
  underWay: callsUnderWay,
  async run(plans, repeated) {
    const enqueued = new Set<Plan>();
    const onWritten = (plan: Plan) => {
      if (enqueued.has(plan)) return;
      enqueued.add(plan);
      plan.beforeEnqueue?.();
      const { generation } = plan;
      const run = { generationId: generation.id, attempt: 1, share: shareOf(generation) };
      enqueue(taskOf(generation).queue, run);
    };
    const outcomes = await optimisticFirst(
      !repeated && plans.every(mayBeOptimistic),
      (locking) => admitAll(plans, { locking, repeated, onWritten }),
      () => {
        counted.fallbacks.admit.inc();
        noteConflict(plans);
      },
    );
    plans.forEach((plan, index) => isBegun(outcomes[index]!) && onWritten(plan));
    return outcomes;
  },
});

interface Round {
  locking: Locking;
  /** An earlier try may have been committed. */
  repeated: boolean;
  /** Called when a plan is written and the commit on its way: who claims a row before it waits for it. */
  onWritten(plan: Plan): void;
}

const isBegun = (outcome: Outcome<Admission>) => outcome.ok && !outcome.value.repeated;

/** An account that was in vain taken to have plenty, or whose neighbour was, is locked and read first for so long. */
const CAUTION_MS = 5000;

/** One with caps of its own is for so long after each of its calls. */
const CAPPED_MS = 60_000;

/** Accounts that are remembered; beyond it all are forgotten, which costs each of them one more try. */
const MOST_REMEMBERED = 10_000;

const cautiousUntil = new Map<string, number>();

/**
 * Admits plans in one transaction.
 * @throws an error of a guard (`isGuardFailure`) where one of them cannot be admitted optimistically: nothing is written
 */
export function admitAll(
  plans: readonly Plan[],
  { locking, repeated, onWritten }: Round,
): Promise<Outcome<Admission>[]> {
  return transaction(async (tx) => {
    const found = locking === 'pessimistic' ? await lockAndRead(tx, plans, repeated) : null;
    if (found) noteCaps(found.accounts.values());
    const { fresh, outcomes, firstOf } = findKnown(plans, found ?? NOTHING_FOUND);
    const decisions = await holdFor(tx, fresh, found);
    const now = new Date();
    const begun: Plan[] = [];
    for (const plan of fresh) {
      const outcome = outcomeOf(plan, decisions.get(plan), found ?? NOTHING_FOUND, now);
      outcomes.set(plan, outcome);
      if (outcome.ok) begun.push(plan);
    }
    if (!found)
      await requireRunSlots(
        tx,
        begun.map(({ generation }) => generation),
      );
    await writeAll(tx, begun, { found, now, onWritten });
    return plans.map((plan) => outcomes.get(plan) ?? asRepeat(outcomes.get(firstOf(plan))!));
  });
}

/** Holds the money of those that pay. */
async function holdFor(
  tx: Transaction,
  plans: readonly Plan[],
  found: Found | null,
): Promise<Map<Plan, HoldDecision<KeyBudget>>> {
  const paying = plans.filter(({ generation }) => generation.accountId !== null);
  const decisions = await holdAll(
    tx,
    paying.map(({ generation, estimate, firstStep, key }): HoldRequest<KeyBudget> => ({
      reference: generation.id,
      accountId: generation.accountId!,
      wantedMicro: estimate.wantedMicro,
      leastMicro: estimate.leastMicro,
      stepMicro: firstStep?.micro,
      budgets: [found?.budgets.get(key?.id ?? '')].flatMap((budget) => budget ?? []),
      slots: found?.slotsOf(generation),
    })),
    found?.accounts ?? null,
  );
  return new Map(paying.map((plan, index) => [plan, decisions[index]!]));
}

async function writeAll(
  tx: Transaction,
  begun: readonly Plan[],
  { found, now, onWritten }: { found: Found | null; now: Date } & Pick<Round, 'onWritten'>,
): Promise<void> {
  await appendAll(
    tx,
    begun.flatMap(({ append }) => append ?? []),
    (found ?? NOTHING_FOUND).conversations,
    now,
  );
  await rememberCalls(
    tx,
    begun.flatMap(({ idempotency }) => idempotency ?? []),
  );
  // Last, so that nothing but the commit follows.
  await insertGenerations(
    tx,
    begun.map(({ generation }) => generation),
    () => begun.forEach(onWritten),
  );
}

/** @param decision undefined where nothing is charged */
function outcomeOf(
  plan: Plan,
  decision: HoldDecision<KeyBudget> | undefined,
  { slotsOf }: Pick<Found, 'slotsOf'>,
  storedAt: Date,
): Outcome<Admission> {
  const { generation } = plan;
  if (decision?.granted) return admitted(plan, decision, storedAt);
  if (!decision)
    return takeSlot(slotsOf(generation))
      ? admitted(plan, undefined, storedAt)
      : refused(tooManyAtOnce(generation));
  return refused(decision.short === 'slots' ? tooManyAtOnce(generation) : tooLittleMoney(decision));
}

/** The outcome of a plan that another one of its batch repeats. */
function asRepeat(outcome: Outcome<Admission>): Outcome<Admission> {
  return outcome.ok ? stored(outcome.value.generationId, true) : outcome;
}

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
function noteCaps(payers: Iterable<Payer>): void {
  for (const { id, caps } of payers) if (caps.length > 0) beCautious(id, CAPPED_MS);
}

function beCautious(accountId: string, milliseconds: number): void {
  if (cautiousUntil.size > MOST_REMEMBERED) cautiousUntil.clear();
  cautiousUntil.set(accountId, performance.now() + milliseconds);
}
