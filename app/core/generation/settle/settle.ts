import { lockConversationsWithNext } from '#app/core/conversations/messages/append.ts';
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
import { lockRows, unlockedRows, writeSettled } from './rows.ts';

/**
 * Closes runs: real usage -> cost -> ledger entry, hold released, reply stored, row closed, all or nothing.
 * Endings that arrive together share a transaction. Exactly one settle of a generation ever succeeds. Locks:
 * accounts, then conversations, then rows, each in id order. Rows come last, when no other lock is waited
 * for: the heartbeat of a worker updates the rows of all its runs in one statement and would wait as well.
 * @returns null when another process owns the run: nothing was written
 */
export const settleGeneration = createBatcher<Ending, Settlement | null>({
  name: 'settle',
  laneOf: ({ generation: { accountId, id } }) => accountId ?? id,
  blockedMs: 30_000,
  tries: 10,
  concurrentCalls: callsUnderWay,
  async run(endings, repeated) {
    const outcomes = await optimisticFirst(
      !repeated && endings.every(mayBeOptimistic),
      (locking) => settleAll(endings, locking),
      () => counted.fallbacks.settle.inc(),
    );
    const closed = endings.filter((_, index) => isSettled(outcomes[index]!));
    // A slow file store delays no caller; files left over are pruned.
    void discardRequests(closed.map(({ generation }) => generation.request));
    return outcomes;
  },
});

const isSettled = (outcome: Outcome<Settlement | null>) => outcome.ok && outcome.value !== null;

/** True if the run's own worker ends it (so it knows the hold), and there is no file to write. */
function mayBeOptimistic({ from, files = [] }: Ending): boolean {
  return from === 'running' && files.length === 0;
}

/**
 * Settles in one transaction.
 * @throws a guard error (`isGuardFailure`) if, on the optimistic path, a row or a hold is not as its worker
 *   knows it, because another process closed the run or extended its hold meanwhile: nothing is written then
 */
export async function settleAll(
  endings: readonly Ending[],
  locking: Locking,
): Promise<Outcome<Settlement | null>[]> {
  let accounts: ReadonlyMap<string, Account> = new Map();
  const { booked, charged, followUpIds } = await transaction(async (tx) => {
    const accountIds = endings.flatMap(({ generation }) => generation.accountId ?? []);
    // Sent together with the first of the other statements; the balances are known once it is answered.
    lockAccountsLater(tx, accountIds, (locked) => {
      accounts = locked;
    });
    await lockConversationsWithNext(
      tx,
      endings.flatMap(({ generation }) => generation.conversationId ?? []),
    );
    const rows = locking === 'pessimistic' ? await lockRows(tx, endings) : unlockedRows(endings);
    return { booked: rows.settledBefore, ...(await writeSettled(tx, rows)) };
  });
  followUpIds.forEach(enqueueFollowUp);
  const balances = balancesAfter(accounts, charged);
  const settlements = new Map(booked);
  for (const [ending, money] of charged) countEnding(ending, money);
  for (const [ending, { chargedMicro }] of charged) {
    const balanceMicro = balances.get(ending.generation.accountId ?? '') ?? null;
    settlements.set(ending, { chargedMicro, balanceMicro });
  }
  return endings.map((ending) => ({ ok: true, value: settlements.get(ending) ?? null }));
}

/** Balances of the accounts after all charges, in micro-dollars. */
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
 * Settles, and waits while the database is away: the worker holds the whole reply until it is stored.
 * @returns null when another process closed the run
 */
export function settleUntilDone(ending: Ending): Promise<Settlement | null> {
  return untilAnswered(() => settleGeneration(ending), { generationId: ending.generation.id });
}

/** Notifies readers, tabs and devices that a reply was settled. */
export async function announceEnd(
  reply: RunningReply,
  ending: Ending,
  settlement: Settlement,
  writer: ReplyWriter,
): Promise<void> {
  reply.end(endEvent(ending, settlement.chargedMicro));
  await Promise.all([writer.flushed(reply), notifyUser(ending, settlement)]);
}

/** Publishes the user-wide events of an ending. */
export async function notifyUser(ending: Ending, { balanceMicro }: Settlement): Promise<void> {
  const events = targetOf(ending.generation).userEvents?.(ending) ?? [];
  if (events.length === 0) return;
  if (balanceMicro !== null) events.push({ type: 'balance', balanceMicro: balanceMicro.toString() });
  await publishUserEvents(ending.generation.userId, events);
}
