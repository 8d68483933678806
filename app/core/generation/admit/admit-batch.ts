import { appendAll } from '#app/core/conversations/messages/append.ts';
import { callsUnderWay } from '#app/core/generation/stream/calls-under-way.ts';
import { rememberCalls } from '#app/core/idempotency/known-calls.ts';
import { holdAll, takeSlot, type HoldDecision, type HoldRequest } from '#app/core/ledger/hold.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import { shareOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { optimisticFirst, type Locking } from '#db/optimistic-locking.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { admitted, refused, stored, type Admission } from './admission.ts';
import { findKnown } from './find-known.ts';
import { insertGenerations } from './insert.ts';
import type { KeyBudget } from './key-budgets.ts';
import { lockAndRead, NOTHING_FOUND, type Found } from './lock-and-read.ts';
import { mayBeOptimistic, noteCaps, noteConflict } from './may-be-optimistic.ts';
import type { Plan } from './plan.ts';
import { requireRunSlots, tooManyAtOnce } from './run-slots.ts';
import { tooLittleMoney } from './too-little-money.ts';

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
