import { isFinalState, type GenerationState } from '#app/contracts/generation.ts';
import { addSpend } from '#app/core/api-keys/caps/spend.ts';
import { lockConversationsWithNext } from '#app/core/conversations/branches/lock-with-next.ts';
import { lockAccountsWithNext } from '#app/core/ledger/accounts.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { lockHolds, settleAll } from '#app/core/ledger/settle.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { selectRows } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { callsUnderWay } from '#app/core/generation/stream/calls-under-way.ts';
import { writeFollowUps } from '#app/core/follow-ups/write-follow-ups.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { closeRow } from './close-row.ts';
import { landAll } from './land.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { noteShortfall } from './note-shortfall.ts';
import { discardRequests } from '#app/core/generation/record/request-file.ts';
import { mayBeOutright, settleAllOutright } from './settle-outright.ts';

/**
 * Closes runs: real usage -> cost -> ledger entry, hold released, reply stored, row closed, all or nothing.
 * Endings of one moment share a transaction. Exactly one settle of a generation ever succeeds. Locks: accounts, then
 * conversations, then rows, each in id order. Rows come last, where nothing is waited for any more: the heartbeat of a
 * worker writes those of all its runs together, and would wait with them.
 * @returns null when the run belongs to somebody else: nothing was written
 */
export const settleGeneration = createBatcher<Ending, Settlement | null>({
  name: 'settle',
  tries: 10,
  underWay: callsUnderWay,
  async run(endings, repeated) {
    const followUpIds: string[] = [];
    const isOutright = !repeated && endings.every(mayBeOutright);
    const outcomes =
      (isOutright ? await settleAllOutright(endings) : null) ??
      (await transaction((tx) => settle(tx, endings, followUpIds)));
    followUpIds.forEach(enqueueFollowUp);
    const closed = endings.filter((_, index) => isSettled(outcomes[index]!));
    // Nobody waits for a file store that is slow; what it keeps is pruned.
    void discardRequests(closed.map(({ generation }) => generation.request));
    return outcomes;
  },
});

const isSettled = (outcome: Outcome<Settlement | null>) => outcome.ok && outcome.value !== null;

/** @param followUpIds gets the ids of what is due afterwards */
async function settle(
  tx: Transaction,
  endings: Ending[],
  followUpIds: string[],
): Promise<Outcome<Settlement | null>[]> {
  await lockAccountsWithNext(
    tx,
    endings.flatMap(({ generation }) => generation.accountId ?? []),
  );
  await lockConversationsWithNext(
    tx,
    endings.flatMap(({ generation }) => generation.conversationId ?? []),
  );
  const [{ open, booked: before }, holds] = await Promise.all([
    lockOpen(tx, endings),
    lockHolds(
      tx,
      endings.flatMap(({ generation }) => (generation.accountId === null ? [] : generation.id)),
    ),
  ]);
  const paid = open.filter((ending) => ending.generation.accountId !== null);
  const booked = await settleAll(
    tx,
    paid.map(({ generation, costMicro }) => ({
      reference: generation.id,
      accountId: generation.accountId!,
      costMicro,
      applicationId: generation.applicationId,
      priceId: generation.priceId,
    })),
    holds,
  );
  const settled = new Map<Ending, Settlement>([
    ...before,
    ...open.map((ending) => [ending, { chargedMicro: 0n, balanceMicro: null }] as const),
  ]);
  paid.forEach((ending, index) => {
    const { chargedMicro, shortfallMicro, balanceMicro } = booked[index]!;
    settled.set(ending, { chargedMicro, balanceMicro });
    noteShortfall(ending.generation.id, shortfallMicro);
  });
  await addSpend(
    tx,
    open.flatMap((ending) => {
      const { apiKeyId: keyId } = ending.generation;
      return keyId ? [{ keyId, chargedMicro: settled.get(ending)!.chargedMicro }] : [];
    }),
  );
  const landed = open.map((ending) => ({ ending, chargedMicro: settled.get(ending)!.chargedMicro }));
  for (const { ending, chargedMicro } of landed) await closeRow(tx, ending, chargedMicro);
  await landAll(tx, landed);
  followUpIds.push(
    ...(await writeFollowUps(
      tx,
      open.flatMap(({ followUps }) => followUps),
    )),
  );
  return endings.map((ending) => ({ ok: true, value: settled.get(ending) ?? null }));
}

interface Locked {
  /** The endings whose rows are still in the state and attempt they claim. */
  open: Ending[];
  /**
   * Those that a transaction has booked whose answer was lost, with what was charged: everybody else who closes a
   * run raises its attempt.
   */
  booked: Map<Ending, Settlement>;
}

/** Locks the rows. */
async function lockOpen(tx: Transaction, endings: Ending[]): Promise<Locked> {
  const rows = await selectRows<{
    id: string;
    state: GenerationState;
    attempt: number;
    charged_micro: string | null;
  }>(tx, 'SELECT id, state, attempt, charged_micro FROM generations WHERE id IN (?) ORDER BY id FOR UPDATE', [
    endings.map((ending) => ending.generation.id),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const locked: Locked = { open: [], booked: new Map() };
  for (const ending of endings) {
    const row = byId.get(ending.generation.id);
    byId.delete(ending.generation.id);
    if (row?.attempt !== ending.attempt) continue;
    if (row.state === ending.from) locked.open.push(ending);
    else if (isFinalState(row.state)) locked.booked.set(ending, await readSettlement(tx, ending, row));
  }
  return locked;
}

async function readSettlement(
  tx: Transaction,
  { generation: { accountId, userId } }: Ending,
  row: { charged_micro: string | null },
): Promise<Settlement> {
  const { balanceMicro } = await readBalance(tx, userId);
  return {
    chargedMicro: BigInt(row.charged_micro ?? '0'),
    balanceMicro: accountId === null ? null : balanceMicro,
  };
}
