import { AppError } from '#app/contracts/errors.ts';
import {
  conversationsAsRead,
  lockConversations,
  requireConversations,
  type Append,
  type KnownConversation,
} from '#app/core/conversations/messages/append.ts';
import { findSends, requireNewSends } from '#app/core/conversations/messages/send-reference.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';
import { findIdempotentCalls, type KnownCall } from '#app/core/idempotency/known-calls.ts';
import { lockPayers, type Payer } from '#app/core/ledger/caps/payers.ts';
import type { Slots } from '#app/core/ledger/hold.ts';
import { config } from '#app/core/platform/config.ts';
import { countedAs, countedAsSql, targetOf } from '#app/core/targets/table.ts';
import { guard, GuardFailure } from '#db/optimistic-locking.ts';
import { selectRows, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { lockKeyBudgets, type KeyBudget } from './key-budgets.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';

/** State that an admission locks and decides on. */
export interface AdmissionState {
  accounts: Map<string, Payer>;
  slotsOf(run: NewGeneration): Slots | undefined;
  /** By key id. */
  budgets: Map<string, KeyBudget>;
  /** Existing conversations. */
  conversations: ReadonlyMap<string, KnownConversation>;
  /** Generations of messages that were sent before, by `<user> <sendRef>`. */
  sends: Map<string, string>;
  calls: Map<string, KnownCall>;
  /** Generations that an earlier attempt committed although its acknowledgement was lost. */
  committed: Set<string>;
}

/**
 * State of plans without Idempotency-Key and cap as their planners have read it: `requireAsPlanned` fails if it has
 * changed since.
 * @throws GuardFailure if two of them have read different states
 */
export const stateAsPlanned = (plans: readonly Plan[]): Omit<AdmissionState, 'accounts'> => ({
  slotsOf: () => undefined,
  budgets: new Map(),
  conversations: conversationsAsRead(plans.flatMap(({ append }) => append ?? [])),
  sends: new Map(),
  calls: new Map(),
  committed: new Set(),
});

/**
 * Fails the transaction (`isGuardFailure`) unless the state is that of `stateAsPlanned`, and all of these plans may
 * begin. Call it after locking the accounts; the results are not awaited.
 */
export async function requireAsPlanned(
  tx: Transaction,
  plans: readonly Plan[],
  { conversations }: Pick<AdmissionState, 'conversations'>,
): Promise<void> {
  await requireConversations(tx, conversations);
  await requireNewSends(
    tx,
    plans.flatMap(({ append }) => append ?? []),
  );
  await requireRunSlots(
    tx,
    plans.map(({ generation }) => generation),
  );
}

/** User and target of a generation. */
interface Run {
  userId: string;
  target: string;
}

/** Seconds after which a refused caller should retry. */
const RETRY_AFTER_SECONDS = 2;

/** Max concurrent generations of an account for a target; 0: unlimited. */
const maxAtOnce = (run: Pick<Run, 'target'>) => targetOf(run).maxConcurrent(config());

/**
 * Locks accounts, then budgets of keys, then conversations, each in id order, and reads the other state that
 * decides.
 * @param repeated an earlier attempt may have been committed
 */
export async function lockAndRead(
  tx: Transaction,
  plans: readonly Plan[],
  repeated: boolean,
): Promise<AdmissionState> {
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

/** Finds the generations of a transaction that was committed although its acknowledgement was lost. */
async function findCommitted(tx: Transaction, generations: readonly { id: string }[]): Promise<Set<string>> {
  const rows = await selectRows<{ id: string }>(tx, 'SELECT id FROM generations WHERE id IN (?)', [
    generations.map(({ id }) => id),
  ]);
  return new Set(rows.map((row) => row.id));
}

/**
 * Computes how many more runs each account may begin. Open runs are counted from their rows, so that no slot
 * has to be returned, whatever dies. Call it after locking the accounts: then no other process begins a run
 * meanwhile.
 * @returns the slots left for a run; the same object for runs that share a limit, undefined without a limit
 */
async function readRunSlots(tx: Tx, runs: Run[]): Promise<(run: Run) => Slots | undefined> {
  const users = new Set(runs.filter((run) => maxAtOnce(run) > 0).map(({ userId }) => userId));
  if (users.size === 0) return () => undefined;
  const rows = await selectRows<{ user_id: string; counted: string; count: string }>(
    tx,
    `SELECT user_id, ${countedAsSql()} AS counted, COUNT(*) AS count FROM generations
     WHERE user_id IN (?) AND live = 1 GROUP BY user_id, counted`,
    [[...users]],
  );
  const running = new Map(rows.map((row) => [`${row.user_id} ${row.counted}`, Number(row.count)]));
  const slots = new Map<string, Slots>();
  return (run) => {
    const max = maxAtOnce(run);
    if (max === 0) return undefined;
    const name = `${run.userId} ${countedAs(run)}`;
    const known = slots.get(name) ?? { left: max - (running.get(name) ?? 0) };
    slots.set(name, known);
    return known;
  };
}

/**
 * Fails the transaction (`isGuardFailure`) unless all of these runs may begin. Call it after locking the
 * accounts, like `readRunSlots`; the result is not awaited.
 */
async function requireRunSlots(tx: Transaction, runs: readonly Run[]): Promise<void> {
  const wanted = new Map<string, Run & { count: number }>();
  for (const run of runs) {
    const { userId } = run;
    const target = countedAs(run);
    if (maxAtOnce({ target }) === 0) continue;
    const name = `${userId} ${target}`;
    wanted.set(name, { userId, target, count: (wanted.get(name)?.count ?? 0) + 1 });
  }
  const rooms = [...wanted.values()].map(({ userId, target, count }) => {
    const room = maxAtOnce({ target }) - count;
    // Accounts without an open run are missing from the count, so they are checked here.
    if (room < 0) throw new GuardFailure('more at once than ever may be');
    return { userId, target, room };
  });
  if (rooms.length === 0) return;
  const cases = rooms.map(() => 'WHEN user_id = ? AND counted = ? THEN ?').join(' ');
  await write(
    tx,
    `SELECT CASE WHEN COUNT(*) <= CASE ${cases} ELSE COUNT(*) END THEN 1 ELSE ${guard('run-slots')} END
     FROM (SELECT user_id, ${countedAsSql()} AS counted FROM generations WHERE user_id IN (?) AND live = 1) AS runs
     GROUP BY user_id, counted`,
    [
      ...rooms.flatMap(({ userId, target, room }) => [userId, target, room]),
      [...new Set(rooms.map(({ userId }) => userId))],
    ],
  );
}

/** The error for an account with too many open runs. */
export function tooManyAtOnce(run: Pick<Run, 'target'>): AppError {
  const limit = maxAtOnce(run);
  return new AppError('concurrent', {
    message: `Only ${limit} message(s) at a time. Please allow any other responses to complete before sending another message, or wait one minute.`,
    params: { limit },
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
