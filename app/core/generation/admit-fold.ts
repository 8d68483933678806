import type { Transaction } from 'sequelize';
import { AppError } from '#app/contracts/errors.ts';
import { appendAll, lockConversations } from '#app/core/conversations/append.ts';
import { findSends } from '#app/core/conversations/find-sends.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { holdAll, type HoldDecision } from '#app/core/ledger/hold.ts';
import { createFold, type Outcome } from '#app/core/platform/fold.ts';
import { selectRows } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { outputCapFor } from './estimate.ts';
import { insertGenerations, type NewGeneration } from './insert.ts';
import type { ChatPlan } from './plan-chat.ts';

/** Which generation answers a send, and whether it was there before. */
export interface Admission {
  generationId: string;
  repeated: boolean;
}

/**
 * Admits sends: conversation, user message, empty reply, held money and generation row in ONE transaction,
 * shared by the sends of one moment. Locks: accounts, then conversations, each in id order.
 */
export const admitFolded = createFold<ChatPlan, Admission>({
  run: (plans, repeated) => transaction((tx) => admitAll(tx, plans, repeated)),
});

async function admitAll(
  tx: Transaction,
  plans: ChatPlan[],
  repeated: boolean,
): Promise<Outcome<Admission>[]> {
  await lockAccounts(
    tx,
    plans.flatMap((plan) => plan.generation.accountId ?? []),
  );
  const locked = await lockConversations(
    tx,
    plans.flatMap(({ append }) => (append.conversation.isNew ? [] : [append.conversation.id])),
  );
  const committed = repeated ? await findCommitted(tx, plans) : new Set<string>();
  const sends = await findSends(
    tx,
    plans.map(({ append }) => append),
  );
  const outcomes = new Map<ChatPlan, Outcome<Admission>>();
  const first = new Map<string, ChatPlan>();
  const fresh: ChatPlan[] = [];
  for (const plan of plans) {
    const { append, generation } = plan;
    const known = committed.has(generation.id) ? generation.id : sends.get(sendKey(plan));
    const twin = append.sendRef ? first.get(sendKey(plan)) : undefined;
    if (known) outcomes.set(plan, admitted(known, known !== generation.id));
    else if (twin) continue;
    else if (!append.conversation.isNew && locked.get(append.conversation.id)?.userId !== append.userId) {
      outcomes.set(plan, refused(new AppError('not_found', { param: 'conversationId' })));
    } else {
      first.set(sendKey(plan), plan);
      fresh.push(plan);
    }
  }
  await writeFresh(tx, fresh, locked, outcomes);
  return plans.map((plan) => outcomes.get(plan) ?? asTwin(outcomes.get(first.get(sendKey(plan))!)!));
}

async function writeFresh(
  tx: Transaction,
  fresh: ChatPlan[],
  locked: Map<string, { nextPosition: number }>,
  outcomes: Map<ChatPlan, Outcome<Admission>>,
): Promise<void> {
  const paying = fresh.filter((plan) => plan.generation.accountId !== null);
  const decisions = await holdAll(
    tx,
    paying.map(({ generation, estimate }) => ({
      reference: generation.id,
      accountId: generation.accountId!,
      wantedMicro: estimate.wantedMicro,
      leastMicro: estimate.leastMicro,
    })),
  );
  const decided = new Map(paying.map((plan, index) => [plan, decisions[index]!]));
  const granted: ChatPlan[] = [];
  for (const plan of fresh) {
    const decision = decided.get(plan);
    if (decision && !decision.granted) outcomes.set(plan, refused(tooPoor(decision)));
    else {
      granted.push(plan);
      outcomes.set(plan, admitted(plan.generation.id, false));
    }
  }
  await appendAll(
    tx,
    granted.map((plan) => plan.append),
    locked,
  );
  await insertGenerations(
    tx,
    granted.map((plan) => withHold(plan, decided.get(plan))),
  );
}

/** The row with what was really held and the longest answer that this pays for. */
function withHold({ generation, estimate }: ChatPlan, decision: HoldDecision | undefined): NewGeneration {
  if (!decision?.granted) return generation;
  const maxOutputTokens = outputCapFor(estimate, decision.heldMicro);
  const capLowered = maxOutputTokens < estimate.wantedOutput;
  return { ...generation, heldMicro: decision.heldMicro, maxOutputTokens, capLowered };
}

/** Of a transaction whose answer was lost: which of its generations are there after all. */
async function findCommitted(tx: Transaction, plans: ChatPlan[]): Promise<Set<string>> {
  const rows = await selectRows<{ id: string }>(tx, 'SELECT id FROM generations WHERE id IN (?)', [
    plans.map((plan) => plan.generation.id),
  ]);
  return new Set(rows.map((row) => row.id));
}

function sendKey({ append }: ChatPlan): string {
  return `${append.userId} ${append.sendRef ?? append.generationId}`;
}

function tooPoor(decision: HoldDecision & { granted: false }): AppError {
  const params = { needed: decision.neededMicro.toString(), available: decision.availableMicro.toString() };
  return new AppError('token_balance', { message: 'Insufficient balance', params });
}

function admitted(generationId: string, repeated: boolean): Outcome<Admission> {
  return { ok: true, value: { generationId, repeated } };
}

function refused(error: AppError): Outcome<Admission> {
  return { ok: false, error };
}

function asTwin(outcome: Outcome<Admission>): Outcome<Admission> {
  return outcome.ok ? admitted(outcome.value.generationId, true) : outcome;
}
