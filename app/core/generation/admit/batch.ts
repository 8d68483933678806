import { appendAll } from '#app/core/conversations/messages/append.ts';
import { callsUnderWay } from '#app/core/generation/stream/calls-under-way.ts';
import { rememberCalls } from '#app/core/idempotency/known-calls.ts';
import type { Payer } from '#app/core/ledger/caps/payers.ts';
import { holdAll, takeSlot, type HoldDecision, type HoldRequest } from '#app/core/ledger/hold.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import { runPayload } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { optimisticFirst, type Locking } from '#db/optimistic-locking.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { admitted, refused, existing, tooLittleMoney, type Admission } from './admission.ts';
import { insertGenerations } from './insert.ts';
import { isCapped, type KeyBudget } from './key-budgets.ts';
import {
  lockAndRead,
  requireAsPlanned,
  stateAsPlanned,
  tooManyAtOnce,
  type AdmissionState,
} from './locks.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';
import { findKnown } from './repeats.ts';

/**
 * Admits sends and calls: conversation, user message, empty reply, held money and generation row in ONE
 * transaction, shared by those that arrive together. Locks: accounts, then budgets of keys, then
 * conversations, each in id order. Most are admitted optimistically, in one round trip.
 */
export const admitInBatch = createBatcher<Plan, Admission>({
  name: 'admit',
  laneOf: ({ generation: { accountId, userId } }) => accountId ?? userId,
  concurrentCalls: callsUnderWay,
  async run(plans, repeated) {
    const enqueued = new Set<Plan>();
    const onWritten = (plan: Plan) => {
      if (enqueued.has(plan)) return;
      enqueued.add(plan);
      plan.beforeEnqueue?.();
      const { generation } = plan;
      enqueue(taskOf(generation).queue, runPayload(generation, 1));
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
  /** An earlier attempt may have been committed. */
  repeated: boolean;
  /**
   * Called when a plan is written and its commit has been sent: a claim of the row before the commit waits
   * for it.
   */
  onWritten(plan: Plan): void;
}

const isBegun = (outcome: Outcome<Admission>) => outcome.ok && !outcome.value.repeated;

/**
 * Milliseconds for which an account is locked and read first after a failed optimistic admission in its
 * batch.
 */
const PESSIMISTIC_MS = 5000;

/** The same for an account with caps of its own, after each of its calls. */
const CAPPED_MS = 60_000;

/** Max accounts remembered; beyond it all are forgotten, which costs each of them one more attempt. */
const MAX_REMEMBERED = 10_000;

const pessimisticUntil = new Map<string, number>();

/**
 * Admits plans in one transaction.
 * @throws a guard error (`isGuardFailure`) if one of them cannot be admitted optimistically: nothing is
 *   written then
 */
export function admitAll(
  plans: readonly Plan[],
  { locking, repeated, onWritten }: Round,
): Promise<Outcome<Admission>[]> {
  return transaction(async (tx) => {
    const found = locking === 'pessimistic' ? await lockAndRead(tx, plans, repeated) : null;
    if (found) noteCaps(found.accounts.values());
    const state = found ?? stateAsPlanned(plans);
    const { fresh, outcomes, firstOf } = findKnown(plans, state);
    const decisions = await holdFor(tx, fresh, found);
    const now = new Date();
    const begun: Plan[] = [];
    for (const plan of fresh) {
      const outcome = outcomeOf(plan, decisions.get(plan), state, now);
      outcomes.set(plan, outcome);
      if (outcome.ok) begun.push(plan);
    }
    if (!found) await requireAsPlanned(tx, begun, state);
    await writeAll(tx, begun, { state, now, onWritten });
    return plans.map((plan) => outcomes.get(plan) ?? asRepeat(outcomes.get(firstOf(plan))!));
  });
}

/** Holds the money of plans that are charged. */
async function holdFor(
  tx: Transaction,
  plans: readonly Plan[],
  found: AdmissionState | null,
): Promise<Map<Plan, HoldDecision<KeyBudget>>> {
  const paying = plans.filter(({ generation }) => generation.accountId !== null);
  const decisions = await holdAll(
    tx,
    paying.map(({ generation, estimate, firstStep, key }): HoldRequest<KeyBudget> => ({
      reference: generation.id,
      accountId: generation.accountId!,
      wantedMicro: estimate.wantedMicro,
      minMicro: estimate.minMicro,
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
  {
    state,
    now,
    onWritten,
  }: { state: Pick<AdmissionState, 'conversations'>; now: Date } & Pick<Round, 'onWritten'>,
): Promise<void> {
  await appendAll(
    tx,
    begun.flatMap(({ append }) => append ?? []),
    state.conversations,
    now,
  );
  await rememberCalls(
    tx,
    begun.flatMap(({ idempotency }) => idempotency ?? []),
  );
  // Last, so that only the commit follows.
  await insertGenerations(
    tx,
    begun.map(({ generation }) => generation),
    () => begun.forEach(onWritten),
  );
}

/** @param decision undefined if nothing is charged */
function outcomeOf(
  plan: Plan,
  decision: HoldDecision<KeyBudget> | undefined,
  { slotsOf }: Pick<AdmissionState, 'slotsOf'>,
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

/** The outcome of a plan that repeats another one of its batch. */
function asRepeat(outcome: Outcome<Admission>): Outcome<Admission> {
  return outcome.ok ? existing(outcome.value.generationId, true) : outcome;
}

/**
 * Whether only money, the number of concurrent runs and the state that its planner has read decide: a plan without
 * Idempotency-Key and cap, whose account had no recent conflict.
 */
export function mayBeOptimistic({ idempotency, key, generation: { accountId } }: Plan): boolean {
  if (idempotency || (key && isCapped(key))) return false;
  return accountId === null || !((pessimisticUntil.get(accountId) ?? 0) > performance.now());
}

/** Remembers the accounts of a batch whose optimistic admission failed. */
export function noteConflict(plans: readonly Plan[]): void {
  for (const { generation } of plans)
    if (generation.accountId) bePessimistic(generation.accountId, PESSIMISTIC_MS);
}

/** Remembers accounts with caps: an optimistic attempt would fail. */
function noteCaps(payers: Iterable<Payer>): void {
  for (const { id, caps } of payers) if (caps.length > 0) bePessimistic(id, CAPPED_MS);
}

function bePessimistic(accountId: string, milliseconds: number): void {
  if (pessimisticUntil.size > MAX_REMEMBERED) pessimisticUntil.clear();
  pessimisticUntil.set(accountId, performance.now() + milliseconds);
}
