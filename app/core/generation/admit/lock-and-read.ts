import { lockConversations, type Append } from '#app/core/conversations/messages/append.ts';
import { findSends } from '#app/core/conversations/messages/send-reference.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';
import { findIdempotentCalls, type KnownCall } from '#app/core/idempotency/known-calls.ts';
import { lockPayers, type Payer } from '#app/core/ledger/caps/payers.ts';
import type { Slots } from '#app/core/ledger/hold.ts';
import { selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { lockKeyBudgets, type KeyBudget } from './key-budgets.ts';
import type { Plan } from './plan.ts';
import { readRunSlots } from './run-slots.ts';

/** What an admission locks, and what it decides on. */
export interface Found {
  accounts: Map<string, Payer>;
  slotsOf(run: NewGeneration): Slots | undefined;
  /** By key. */
  budgets: Map<string, KeyBudget>;
  /** Conversations that are there already. */
  conversations: Map<string, { userId: string; nextPosition: number }>;
  /** Generations of messages that were sent before, by `<user> <sendRef>`. */
  sends: Map<string, string>;
  calls: Map<string, KnownCall>;
  /** Generations that an earlier try has written, of whose commit nobody heard. */
  committed: Set<string>;
}

/** What is known without a look, of plans that have nothing else: no conversation, no Idempotency-Key, no cap. */
export const NOTHING_FOUND: Omit<Found, 'accounts'> = {
  slotsOf: () => undefined,
  budgets: new Map(),
  conversations: new Map(),
  sends: new Map(),
  calls: new Map(),
  committed: new Set(),
};

/**
 * Locks accounts, then budgets of keys, then conversations, each in id order, and reads what else decides.
 * @param repeated an earlier try may have been committed
 */
export async function lockAndRead(
  tx: Transaction,
  plans: readonly Plan[],
  repeated: boolean,
): Promise<Found> {
  const generations = plans.map(({ generation }) => generation);
  const appends = plans.flatMap(({ append }) => append ?? []);
  const [accounts, slotsOf] = await Promise.all([
    lockPayers(
      tx,
      generations.flatMap(({ accountId }) => accountId ?? []),
    ),
    readRunSlots(tx, generations),
  ]);
  const budgets = await lockKeyBudgets(
    tx,
    plans.flatMap(({ key }) => key ?? []),
  );
  const [conversations, sends, calls, committed] = await Promise.all([
    lockConversations(tx, knownConversations(appends)),
    findSends(tx, appends),
    findIdempotentCalls(
      tx,
      plans.flatMap(({ idempotency }) => idempotency ?? []),
    ),
    repeated ? findCommitted(tx, generations) : new Set<string>(),
  ]);
  return { accounts, slotsOf, budgets, conversations, sends, calls, committed };
}

const knownConversations = (appends: readonly Append[]) =>
  appends.flatMap(({ conversation }) => (conversation.isNew ? [] : conversation.id));

/** Of a transaction whose answer was lost: which of its generations are there after all. */
async function findCommitted(tx: Transaction, generations: readonly { id: string }[]): Promise<Set<string>> {
  const rows = await selectRows<{ id: string }>(tx, 'SELECT id FROM generations WHERE id IN (?)', [
    generations.map(({ id }) => id),
  ]);
  return new Set(rows.map((row) => row.id));
}
