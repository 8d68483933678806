import { isFinalState, type GenerationState } from '#app/contracts/generation.ts';
import { addSpend } from '#app/core/api-keys/spend.ts';
import { finishReply, touchConversations } from '#app/core/conversations/finish-reply.ts';
import { lockConversationsWithNext } from '#app/core/conversations/lock-with-next.ts';
import { setTitle } from '#app/core/conversations/set-title.ts';
import { lockAccountsWithNext } from '#app/core/ledger/accounts.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { lockHolds, settleAll } from '#app/core/ledger/settle.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { selectRows } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { callsUnderWay } from '#app/core/generation/stream/calls-under-way.ts';
import { closeRow, storeAnswer } from './close-row.ts';
import type { Ending, Settlement } from './ending.ts';
import { insertGenerations, type NewGeneration } from '#app/core/generation/admit/insert.ts';
import { hasTitle } from './title.ts';
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
    const isOutright = !repeated && endings.every(mayBeOutright);
    const outcomes =
      (isOutright ? await settleAllOutright(endings) : null) ??
      (await transaction((tx) => settle(tx, endings)));
    const closed = endings.filter((_, index) => isSettled(outcomes[index]!));
    // Nobody waits for a file store that is slow; what it keeps is pruned.
    void discardRequests(closed.map(({ generation }) => generation.request));
    return outcomes;
  },
});

const isSettled = (outcome: Outcome<Settlement | null>) => outcome.ok && outcome.value !== null;

async function settle(tx: Transaction, endings: Ending[]): Promise<Outcome<Settlement | null>[]> {
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
  for (const ending of open) {
    const { chargedMicro } = settled.get(ending)!;
    await closeRow(tx, ending, chargedMicro);
    await storeResult(tx, ending, chargedMicro);
    await storeAnswer(tx, ending, chargedMicro);
  }
  await touchConversations(
    tx,
    open.flatMap(({ generation: { kind, conversationId, replyMessageId } }) =>
      kind === 'chat' && conversationId && replyMessageId ? [conversationId] : [],
    ),
  );
  await insertGenerations(tx, await withoutNamed(tx, open));
  return endings.map((ending) => ({ ok: true, value: settled.get(ending) ?? null }));
}

/**
 * The titles that are to be asked for: once for each conversation, however often its first message is answered. They are
 * told apart while the conversations are locked.
 */
async function withoutNamed(tx: Transaction, endings: readonly Ending[]): Promise<NewGeneration[]> {
  const titles = endings.flatMap(({ follow }) => follow ?? []);
  if (titles.length === 0) return [];
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT DISTINCT conversation_id AS id FROM generations WHERE kind = 'title' AND conversation_id IN (?)`,
    [titles.map(({ conversationId }) => conversationId)],
  );
  const named = new Set<string | null>(rows.map(({ id }) => id));
  return titles.filter(({ conversationId }) => {
    const isNew = !named.has(conversationId);
    named.add(conversationId);
    return isNew;
  });
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

/** The reply's message, or the conversation's title. */
async function storeResult(tx: Transaction, ending: Ending, chargedMicro: bigint): Promise<void> {
  const { kind, conversationId, replyMessageId } = ending.generation;
  if (!conversationId) return;
  if (kind === 'title') {
    if (hasTitle(ending)) await setTitle(tx, { conversationId, title: ending.text, source: 'model' });
  } else if (replyMessageId) {
    await finishReply(tx, {
      ...ending,
      messageId: replyMessageId,
      tokens: ending.textTokens,
      chargedMicro,
    });
  }
}
