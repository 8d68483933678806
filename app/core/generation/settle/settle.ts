import { endEvent, type Ending, type Settlement } from '#app/core/generation/record/ending.ts';
import { discardRequests } from '#app/core/generation/record/request-file.ts';
import { callsUnderWay } from '#app/core/generation/stream/calls-under-way.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import type { ReplyWriter } from '#app/core/generation/stream/writer.ts';
import { lockAccountsLater, type Account } from '#app/core/ledger/accounts.ts';
import type { Charged } from '#app/core/ledger/closed-holds.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { untilAnswered } from '#app/core/platform/passing-error.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { optimisticFirst, type Locking } from '#db/optimistic-locking.ts';
import { transaction } from '#db/transaction.ts';
import { countEnding } from './outcome.ts';
import { lockRows, rowsAsKnown, writeSettled } from './rows.ts';

/**
 * Closes runs: real usage -> cost -> ledger entry, hold released, reply stored, row closed, all or nothing.
 * Endings of one moment share a transaction. Exactly one settle of a generation ever succeeds. Locks: accounts, then
 * conversations, then rows, each in id order. Rows come last, where nothing is waited for any more: the heartbeat of a
 * worker writes those of all its runs together, and would wait with them.
 * @returns null when the run belongs to somebody else: nothing was written
 */
export const settleGeneration = createBatcher<Ending, Settlement | null>({
  name: 'settle',
  laneOf: ({ generation: { accountId, id } }) => accountId ?? id,
  blockedMs: 30_000,
  tries: 10,
  underWay: callsUnderWay,
  async run(endings, repeated) {
    const outcomes = await optimisticFirst(
      !repeated && endings.every(mayBeOptimistic),
      (locking) => settleAll(endings, locking),
      () => counted.fallbacks.settle.inc(),
    );
    const closed = endings.filter((_, index) => isSettled(outcomes[index]!));
    // Nobody waits for a file store that is slow; what it keeps is pruned.
    void discardRequests(closed.map(({ generation }) => generation.request));
    return outcomes;
  },
});

const isSettled = (outcome: Outcome<Settlement | null>) => outcome.ok && outcome.value !== null;

/** Its own worker ends it and knows what is held for it, no conversation waits, and nothing is to be kept beside. */
function mayBeOptimistic({ generation: { conversationId }, from, files = [] }: Ending): boolean {
  return conversationId === null && from === 'running' && files.length === 0;
}

/**
 * Settles in one transaction.
 * @throws an error of a guard (`isGuardFailure`) where optimistically a row or a hold is not as its worker knows it, because
 *   somebody else has closed the run or more was held for it meanwhile: nothing is written then
 */
export async function settleAll(
  endings: readonly Ending[],
  locking: Locking,
): Promise<Outcome<Settlement | null>[]> {
  const { accounts, booked, charged, followUpIds } = await transaction(async (tx) => {
    const accountIds = endings.flatMap(({ generation }) => generation.accountId ?? []);
    // With the first of the other statements; what they held is known when that is answered.
    const locked = lockAccountsLater(tx, accountIds);
    // Who asks hears of it; a transaction that failed has said why.
    locked.catch(() => undefined);
    const rows = locking === 'pessimistic' ? await lockRows(tx, endings) : rowsAsKnown(endings);
    return { accounts: locked, booked: rows.booked, ...(await writeSettled(tx, rows)) };
  });
  followUpIds.forEach(enqueueFollowUp);
  const balances = balancesAfter(await accounts, charged);
  const settlements = new Map(booked);
  for (const [ending, money] of charged) countEnding(ending, money);
  for (const [ending, { chargedMicro }] of charged) {
    const balanceMicro = balances.get(ending.generation.accountId ?? '') ?? null;
    settlements.set(ending, { chargedMicro, balanceMicro });
  }
  return endings.map((ending) => ({ ok: true, value: settlements.get(ending) ?? null }));
}

/** What the accounts hold when all of it is charged, in micro-dollars. */
function balancesAfter(
  accounts: ReadonlyMap<string, Account>,
  charged: ReadonlyMap<Ending, Charged>,
): Map<string, bigint> {
  const balances = new Map([...accounts].map(([id, { balanceMicro }]) => [id, balanceMicro]));
  for (const [{ generation }, { chargedMicro }] of charged) {
    const before = balances.get(generation.accountId ?? '');
    if (before !== undefined) balances.set(generation.accountId!, before - chargedMicro);
  }
  return balances;
}

/**
 * Settles and, while the database is away, waits for it: the worker keeps the whole reply until it is stored.
 * @returns null when somebody else closed the run
 */
export function settleUntilDone(ending: Ending): Promise<Settlement | null> {
  return untilAnswered(() => settleGeneration(ending), { generationId: ending.generation.id });
}

/** Tells readers, tabs and devices that a reply was settled. */
export async function announceEnd(
  reply: RunningReply,
  ending: Ending,
  settlement: Settlement,
  writer: ReplyWriter,
): Promise<void> {
  reply.end(endEvent(ending, settlement.chargedMicro));
  await Promise.all([writer.flushed(reply), tellUser(ending, settlement)]);
}

/** Sends the user-wide news of an ending. */
export async function tellUser(ending: Ending, { balanceMicro }: Settlement): Promise<void> {
  const events = targetOf(ending.generation).userEvents?.(ending) ?? [];
  if (events.length === 0) return;
  if (balanceMicro !== null) events.push({ type: 'balance', balanceMicro: balanceMicro.toString() });
  await publishUserEvents(ending.generation.userId, events);
}
