import { isFinalState, type GenerationState } from '#app/contracts/generation.ts';
import { addSpend } from '#app/core/api-keys/budget.ts';
import { expireUnused } from '#app/core/files/records/expiry.ts';
import { insertFile } from '#app/core/files/records/file-rows.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import type { SettledEnding, Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { closeHolds, lockHolds, type Charged } from '#app/core/ledger/closed-holds.ts';
import { targetOf } from '#app/core/targets/table.ts';
import type { Target } from '#app/core/targets/target.ts';
import { guard } from '#db/optimistic-locking.ts';
import { selectRows, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

const NO_CHARGE: Charged = { chargedMicro: 0n, shortfallMicro: 0n };

/** The charge of each ending, and the ids of the follow-up jobs to run next. */
interface Written {
  charged: Map<Ending, Charged>;
  followUpIds: string[];
}

/** Endings that are still to be written, and those that already were. */
interface OpenRows {
  /** Endings whose rows still have the state and attempt that the ending expects. */
  open: Ending[];
  /**
   * Endings that an earlier transaction wrote although its acknowledgement was lost, with their charges. They
   * are recognised by the attempt: any other process that closes a run raises it.
   */
  settledBefore: Map<Ending, Settlement>;
  /** Held micro-dollars by generation; a generation whose hold is already closed is missing. */
  held: Map<string, bigint>;
}

/**
 * Rows for the optimistic path, which locks nothing: all count as open, with the holds that their worker
 * knows.
 */
export const unlockedRows = (endings: readonly Ending[]): OpenRows => ({
  open: [...endings],
  settledBefore: new Map(),
  held: new Map(endings.map(({ generation: { id, heldMicro } }) => [id, heldMicro])),
});

interface RowState {
  id: string;
  state: GenerationState;
  attempt: number;
  charged_micro: string | null;
}

/**
 * Writes the ends of runs: money, spend of keys, rows, results, follow-up jobs. Rows are written in the
 * global lock order.
 * @throws a guard error (`isGuardFailure`) if a row or a hold is not as expected
 */
export async function writeSettled(tx: Transaction, { open, held }: OpenRows): Promise<Written> {
  const paid = open.filter(({ generation: { id, accountId } }) => accountId !== null && held.has(id));
  const charges = await closeHolds(
    tx,
    paid.map(({ generation, costMicro }) => ({
      reference: generation.id,
      accountId: generation.accountId!,
      heldMicro: held.get(generation.id)!,
      costMicro,
      applicationId: generation.applicationId,
      priceId: generation.priceId,
    })),
  );
  const charged = new Map(open.map((ending) => [ending, NO_CHARGE]));
  paid.forEach((ending, index) => charged.set(ending, charges[index]!));
  await addSpend(
    tx,
    open.flatMap((ending) => {
      const { apiKeyId: keyId } = ending.generation;
      return keyId ? [{ keyId, chargedMicro: charged.get(ending)!.chargedMicro }] : [];
    }),
  );
  const settled: SettledEnding[] = open
    .map((ending) => ({ ending, chargedMicro: charged.get(ending)!.chargedMicro }))
    .sort((one, other) => (one.ending.generation.id < other.ending.generation.id ? -1 : 1));
  for (const { ending, chargedMicro } of settled) await closeRow(tx, ending, chargedMicro);
  await storeResults(tx, settled);
  await insertFiles(tx, open);
  const followUpIds = await writeFollowUps(
    tx,
    open.flatMap(({ followUps }) => followUps),
  );
  return { charged, followUpIds };
}

/** Inserts the files that were made, sorted by owner, which is the global lock order. */
async function insertFiles(tx: Transaction, endings: readonly Ending[]): Promise<void> {
  const files = endings.flatMap(({ files = [] }) => files);
  for (const file of files.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)))
    await insertFile(tx, file);
  // The conversation or call they belong to may have been deleted meanwhile.
  await expireUnused(
    tx,
    files.flatMap(({ id, expiresAt }) => (expiresAt === null ? [id] : [])),
  );
}

/** Lets each target store the results of its generations. */
async function storeResults(tx: Transaction, booked: readonly SettledEnding[]): Promise<void> {
  const byTarget = new Map<Target, SettledEnding[]>();
  for (const one of booked) {
    const target = targetOf(one.ending.generation);
    byTarget.set(target, [...(byTarget.get(target) ?? []), one]);
  }
  for (const [target, its] of byTarget) await target.storeResult?.(tx, its);
}

/**
 * Closes a row that has the state and attempt that the ending expects.
 * @throws a guard error (`isGuardFailure`) if another process has closed it
 */
async function closeRow(tx: Transaction, ending: Ending, chargedMicro: bigint): Promise<void> {
  const { usage, generation } = ending;
  await write(
    tx,
    `UPDATE generations SET state = CASE WHEN state = ? AND attempt = ? THEN ? ELSE ${guard('row')} END, finish_reason = ?, error_code = ?, error_detail = ?,
       prompt_tokens = ?, cached_tokens = ?, completion_tokens = ?, reasoning_tokens = ?, token_usage = ?, usage_source = ?,
       counted_tokens = ?, charge_reason = ?, cost_micro = ?, charged_micro = ?, first_token_at = COALESCE(first_token_at, ?), finished_at = NOW(3),
       offer_id = ?, provider = ?, model = ?, upstream_model = ?, price_id = ?, attempts = COALESCE(?, attempts),
       text = NULL, thinking = NULL, progress = NULL, prefix_text = NULL, request = NULL
     WHERE id = ?`,
    [
      ending.from,
      ending.attempt,
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
      ending.chargeReason,
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

/** Locks the rows with their holds, and finds the endings that are still to be written. */
export async function lockRows(tx: Transaction, endings: readonly Ending[]): Promise<OpenRows> {
  const [rows, held] = await Promise.all([
    selectRows<RowState>(
      tx,
      'SELECT id, state, attempt, charged_micro FROM generations WHERE id IN (?) ORDER BY id FOR UPDATE',
      [endings.map((ending) => ending.generation.id)],
    ),
    lockHolds(
      tx,
      endings.flatMap(({ generation }) => (generation.accountId === null ? [] : generation.id)),
    ),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: OpenRows = { open: [], settledBefore: new Map(), held };
  for (const ending of endings) {
    const row = byId.get(ending.generation.id);
    byId.delete(ending.generation.id);
    if (row?.attempt !== ending.attempt) continue;
    if (row.state === ending.from) found.open.push(ending);
    else if (isFinalState(row.state)) found.settledBefore.set(ending, await readSettlement(tx, ending, row));
  }
  return found;
}

async function readSettlement(
  tx: Transaction,
  { generation: { accountId, userId } }: Ending,
  row: RowState,
): Promise<Settlement> {
  const { balanceMicro } = await readBalance(tx, userId);
  return {
    chargedMicro: BigInt(row.charged_micro ?? '0'),
    balanceMicro: accountId === null ? null : balanceMicro,
  };
}
