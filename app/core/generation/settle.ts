import type { Transaction } from 'sequelize';
import { isFinalState, type FinishReason, type GenerationState } from '#app/contracts/generation.ts';
import { addSpend } from '#app/core/api-keys/spend.ts';
import { finishReply, touchConversations } from '#app/core/conversations/finish-reply.ts';
import { lockConversationsWithNext } from '#app/core/conversations/lock-with-next.ts';
import { setTitle } from '#app/core/conversations/set-title.ts';
import { lockAccountsWithNext } from '#app/core/ledger/accounts.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { lockHolds, settleAll } from '#app/core/ledger/settle.ts';
import { keepAnswer } from '#app/core/idempotency/kept-answer.ts';
import { createFold, type Outcome } from '#app/core/platform/fold.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRows, write } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { callsUnderWay } from './calls-under-way.ts';
import type { Charge } from './charge.ts';
import { endEvent } from './end-event.ts';
import type { Attempt } from './failover.ts';
import { insertGenerations, type NewGeneration } from './insert.ts';
import type { RunOutcome } from './outcome.ts';
import { discardRequests } from './request-file.ts';
import type { Generation } from './row.ts';

/** How a run ended, ready to be booked. */
export interface Ending extends RunOutcome, Charge {
  generation: Generation;
  /** The attempt that the row must still show; another number means that somebody else closed it. */
  attempt: number;
  /** The state that the row must still be in. */
  from: 'queued' | 'running';
  text: string;
  thinking: string;
  /** Tokens of the whole text by our own count. */
  textTokens: number | null;
  firstTokenAt: Date | null;
  /** By choice, where several were asked for. */
  finishReasons?: FinishReason[];
  attempts: Attempt[];
  /** The log without its end, when it is to be kept for repeats of the call. */
  answer?: string[];
  /** A title to be asked for in the same transaction, so that it cannot be forgotten. */
  follow: NewGeneration | null;
}

/**
 * `balanceMicro` is what the account holds afterwards, null when the house pays. An ending that is booked already is
 * answered as it was then.
 */
export interface Settlement {
  chargedMicro: bigint;
  balanceMicro: bigint | null;
}

/**
 * Closes runs: real usage -> cost -> ledger entry, hold released, reply stored, row closed, all or nothing.
 * Endings of one moment share a transaction. Exactly one settle of a generation ever succeeds. Locks: accounts, then
 * conversations, then rows, each in id order. Rows come last, where nothing is waited for any more: the heartbeat of a
 * worker writes those of all its runs together, and would wait with them.
 * @returns null when the run belongs to somebody else: nothing was written
 */
export const settleGeneration = createFold<Ending, Settlement | null>({
  tries: 10,
  underWay: callsUnderWay,
  async run(endings) {
    const outcomes = await transaction((tx) => settle(tx, endings));
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
    if (shortfallMicro > 0n) {
      logger().warn(
        { generationId: ending.generation.id, shortfallMicro: shortfallMicro.toString() },
        'shortfall',
      );
    }
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
  await insertGenerations(
    tx,
    open.flatMap((ending) => ending.follow ?? []),
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

async function closeRow(tx: Transaction, ending: Ending, chargedMicro: bigint): Promise<void> {
  const { usage, generation } = ending;
  await write(
    tx,
    `UPDATE generations SET state = ?, finish_reason = ?, error_code = ?, error_detail = ?,
       prompt_tokens = ?, cached_tokens = ?, completion_tokens = ?, reasoning_tokens = ?, token_usage = ?, usage_source = ?,
       counted_tokens = ?, cost_micro = ?, charged_micro = ?, first_token_at = COALESCE(first_token_at, ?), finished_at = NOW(3),
       offer_id = ?, provider = ?, model = ?, upstream_model = ?, price_id = ?, attempts = ?,
       text = NULL, thinking = NULL, prefix_text = NULL, request = NULL
     WHERE id = ?`,
    [
      ending.state,
      ending.finishReason,
      ending.errorCode,
      ending.errorDetail,
      usage?.promptTokens ?? null,
      usage?.cachedTokens ?? null,
      usage?.completionTokens ?? null,
      usage?.reasoningTokens ?? null,
      usage ? JSON.stringify(usage) : null,
      ending.usageSource,
      ending.countedTokens,
      ending.costMicro,
      chargedMicro,
      ending.firstTokenAt,
      generation.offerId,
      generation.provider,
      generation.model,
      generation.upstreamModel,
      generation.priceId,
      ending.attempts.length > 0 ? JSON.stringify(ending.attempts) : null,
      generation.id,
    ],
  );
}

/** The reply's message, or the conversation's title. */
async function storeResult(tx: Transaction, ending: Ending, chargedMicro: bigint): Promise<void> {
  const { kind, conversationId, replyMessageId } = ending.generation;
  if (!conversationId) return;
  if (kind === 'title') {
    if (ending.state === 'done') await setTitle(tx, { conversationId, title: ending.text, source: 'model' });
  } else if (replyMessageId) {
    await finishReply(tx, {
      ...ending,
      messageId: replyMessageId,
      tokens: ending.textTokens,
      chargedMicro,
    });
  }
}

/** What its readers were told, where a repeat of the call may ask for it again. */
async function storeAnswer(tx: Transaction, ending: Ending, chargedMicro: bigint): Promise<void> {
  const { answer, generation } = ending;
  if (!answer) return;
  const entries = [...answer, JSON.stringify(endEvent(ending, chargedMicro))];
  await keepAnswer(tx, { generationId: generation.id, userId: generation.userId, entries });
}
