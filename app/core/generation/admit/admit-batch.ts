import { AppError } from '#app/contracts/errors.ts';
import { appendAll, lockConversations, type Append } from '#app/core/conversations/messages/append.ts';
import { findSends } from '#app/core/conversations/messages/find-sends.ts';
import { findIdempotentCalls, type KnownCall } from '#app/core/idempotency/find-calls.ts';
import { assertSameBody, nameOf } from '#app/core/idempotency/idempotent-call.ts';
import { rememberCalls } from '#app/core/idempotency/remember-calls.ts';
import { lockAccounts, type Account } from '#app/core/ledger/accounts.ts';
import { holdAll, takeSlot, type HoldDecision, type Slots } from '#app/core/ledger/hold.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { selectRows } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { admitted, type Admission } from './admission.ts';
import { admitOutright, mayBeOutright } from './admit-outright.ts';
import { callsUnderWay } from '#app/core/generation/stream/calls-under-way.ts';
import { lockKeyBudgets, type KeyBudget } from './key-budgets.ts';
import { insertGenerations } from './insert.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';
import type { Plan } from './plan.ts';
import { readRunSlots, tooManyAtOnce } from './run-slots.ts';

/**
 * Admits sends and calls: conversation, user message, empty reply, held money and generation row in ONE
 * transaction, shared by those of one moment. Locks: accounts, then budgets of keys, then conversations, each in id
 * order.
 */
export const admitInBatch = createBatcher<Plan, Admission>({
  name: 'admit',
  underWay: callsUnderWay,
  async run(plans, repeated) {
    const enqueued = new Set<Plan>();
    const enqueueFor = (plan: Plan) => {
      if (enqueued.has(plan)) return;
      enqueued.add(plan);
      plan.beforeEnqueue?.();
      enqueue(taskOf(plan.generation).queue, plan.generation.id, 1);
    };
    const mayAll = !repeated && plans.every(mayBeOutright);
    const outcomes =
      (mayAll ? await admitOutright(plans, () => plans.forEach(enqueueFor)) : null) ??
      (await transaction((tx) => admitAll(tx, { plans, repeated, enqueueFor })));
    plans.forEach((plan, index) => isBegun(outcomes[index]!) && enqueueFor(plan));
    return outcomes;
  },
});

interface Round {
  plans: Plan[];
  /** An earlier try may have been committed. */
  repeated: boolean;
  /** Wakes a worker for a plan once; also while the commit is on its way, since who claims a row before it waits for it. */
  enqueueFor(plan: Plan): void;
}

const isBegun = (outcome: Outcome<Admission>) => outcome.ok && !outcome.value.repeated;

async function admitAll(
  tx: Transaction,
  { plans, repeated, enqueueFor }: Round,
): Promise<Outcome<Admission>[]> {
  const generations = plans.map(({ generation }) => generation);
  const appends = plans.flatMap(({ append }) => append ?? []);
  const [accounts, slotsOf] = await Promise.all([
    lockAccounts(
      tx,
      generations.flatMap(({ accountId }) => accountId ?? []),
    ),
    readRunSlots(tx, generations),
  ]);
  const budgets = await lockKeyBudgets(
    tx,
    plans.flatMap(({ key }) => key ?? []),
  );
  const [locked, sends, calls, committed] = await Promise.all([
    lockConversations(
      tx,
      appends.flatMap(({ conversation }) => (conversation.isNew ? [] : conversation.id)),
    ),
    findSends(tx, appends),
    findIdempotentCalls(
      tx,
      plans.flatMap(({ idempotency }) => idempotency ?? []),
    ),
    repeated ? findCommitted(tx, generations) : new Set<string>(),
  ]);
  const outcomes = new Map<Plan, Outcome<Admission>>();
  const first = new Map<string, Plan>();
  const fresh: Plan[] = [];
  for (const plan of plans) {
    const { append, generation } = plan;
    const known = committed.has(generation.id) ? generation.id : sends.get(sendKey(plan));
    const call = knownCall(plan, calls);
    if (known) outcomes.set(plan, stored(known, known !== generation.id));
    else if (call) outcomes.set(plan, repeatOf(call, plan));
    else if (first.has(sendKey(plan))) continue;
    else if (append && !isOwn(append, locked)) {
      outcomes.set(plan, refused(new AppError('not_found', { param: 'conversationId' })));
    } else {
      first.set(sendKey(plan), plan);
      fresh.push(plan);
    }
  }
  await writeFresh(tx, { fresh, enqueueFor }, { accounts, slotsOf, budgets, locked }, outcomes);
  return plans.map((plan) => outcomes.get(plan) ?? asTwin(outcomes.get(first.get(sendKey(plan))!)!));
}

/** What the transaction holds under lock, by id. */
interface Locked {
  accounts: Map<string, Account>;
  slotsOf(run: NewGeneration): Slots | undefined;
  budgets: Map<string, KeyBudget>;
  locked: Map<string, { nextPosition: number }>;
}

async function writeFresh(
  tx: Transaction,
  { fresh, enqueueFor }: { fresh: Plan[] } & Pick<Round, 'enqueueFor'>,
  { accounts, slotsOf, budgets, locked }: Locked,
  outcomes: Map<Plan, Outcome<Admission>>,
): Promise<void> {
  const paying = fresh.filter((plan) => plan.generation.accountId !== null);
  const decisions = await holdAll(
    tx,
    paying.map(({ generation, estimate, firstStep, key }) => ({
      reference: generation.id,
      accountId: generation.accountId!,
      wantedMicro: estimate.wantedMicro,
      leastMicro: estimate.leastMicro,
      stepMicro: firstStep?.micro,
      budget: key ? budgets.get(key.id) : undefined,
      slots: slotsOf(generation),
    })),
    accounts,
  );
  const decided = new Map(paying.map((plan, index) => [plan, decisions[index]!]));
  const begun: Plan[] = [];
  const appends: Append[] = [];
  const now = new Date();
  for (const plan of fresh) {
    const decision = decided.get(plan);
    if (!decision && !takeSlot(slotsOf(plan.generation)))
      outcomes.set(plan, refused(tooManyAtOnce(plan.generation)));
    else if (decision && !decision.granted) outcomes.set(plan, refused(refusalOf(decision, plan, budgets)));
    else {
      begun.push(plan);
      if (plan.append) appends.push(plan.append);
      outcomes.set(plan, admitted(plan, decision, now));
    }
  }
  await appendAll(tx, appends, locked, now);
  await rememberCalls(
    tx,
    begun.flatMap(({ idempotency }) => idempotency ?? []),
  );
  // Last, so that nothing but the commit follows.
  await insertGenerations(
    tx,
    begun.map(({ generation }) => generation),
    () => begun.forEach(enqueueFor),
  );
}

/** A conversation that is there already must be the caller's. */
function isOwn({ conversation, userId }: Append, locked: Map<string, { userId: string }>): boolean {
  return conversation.isNew || locked.get(conversation.id)?.userId === userId;
}

/** Of a transaction whose answer was lost: which of its generations are there after all. */
async function findCommitted(tx: Transaction, generations: { id: string }[]): Promise<Set<string>> {
  const rows = await selectRows<{ id: string }>(tx, 'SELECT id FROM generations WHERE id IN (?)', [
    generations.map(({ id }) => id),
  ]);
  return new Set(rows.map((row) => row.id));
}

/** What two plans have in common when one repeats the other. */
function sendKey({ append, generation, idempotency }: Plan): string {
  if (idempotency) return `${nameOf(idempotency)} ${idempotency.requestHash}`;
  return `${generation.userId} ${append?.sendRef ?? generation.id}`;
}

/** The call that a plan repeats, unless it takes that call's place. */
function knownCall({ idempotency }: Plan, calls: Map<string, KnownCall>): KnownCall | undefined {
  const known = idempotency && calls.get(nameOf(idempotency));
  return known && known.generationId !== idempotency.replaces ? known : undefined;
}

function repeatOf(known: KnownCall, { idempotency }: Plan): Outcome<Admission> {
  try {
    assertSameBody(known, idempotency!);
    return stored(known.generationId, true);
  } catch (error) {
    return { ok: false, error };
  }
}

function refusalOf(
  decision: HoldDecision & { granted: false },
  { key, generation }: Plan,
  budgets: Map<string, KeyBudget>,
): AppError {
  if (decision.short === 'slots') return tooManyAtOnce(generation);
  const params = { needed: decision.neededMicro.toString(), available: decision.availableMicro.toString() };
  if (decision.short === 'budget') {
    const { cap } = budgets.get(key!.id)!;
    return new AppError('key_cap', {
      message: `The ${cap} cap of this API key does not cover this call.`,
      params: { cap, ...params },
    });
  }
  return new AppError('token_balance', { message: 'Insufficient balance', params });
}

function stored(generationId: string, repeated: boolean): Outcome<Admission> {
  return { ok: true, value: { generationId, repeated, granted: null, storedAt: null } };
}

function refused(error: AppError): Outcome<Admission> {
  return { ok: false, error };
}

function asTwin(outcome: Outcome<Admission>): Outcome<Admission> {
  return outcome.ok ? stored(outcome.value.generationId, true) : outcome;
}
