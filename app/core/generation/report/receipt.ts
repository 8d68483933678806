import type { Cost, Usage } from '#app/contracts/cost.ts';
import { AppError, isErrorCode, type ErrorCode } from '#app/contracts/errors.ts';
import type { ChargeReason, FinishReason, GenerationState } from '#app/contracts/generation.ts';
import type { ChargeSubject } from '#app/contracts/ledger.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { findKeyLabel, readKeyNames, type KeyLabel } from '#app/core/api-keys/key-names.ts';
import type { DatedPrice } from '#app/core/catalogue/entry.ts';
import { priceById } from '#app/core/catalogue/prices.ts';
import { readTitles } from '#app/core/conversations/conversations.ts';
import type { Attempt, Candidate, RoutingRecord } from '#app/core/generation/record/candidate.ts';
import type { UsageSource } from '#app/core/generation/record/ending.ts';
import { costOfAnswer } from '#app/core/generation/settle/continuation-charge.ts';
import { findRepeatableUntil } from '#app/core/idempotency/known-calls.ts';
import { isId } from '#app/core/platform/ids.ts';
import { listedTargets, targetOf } from '#app/core/targets/table.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { usageOf, type UsageColumns } from './calls.ts';

/** A call with its provider, its cost and the reason of its charge, without any text. */
export interface Receipt {
  id: string;
  kind: 'api' | 'chat' | 'playground';
  requestId: string | null;
  state: GenerationState;
  /** The model that was requested first, also `parlance/auto`; for a retired id its successor. */
  askedModel: string;
  model: string;
  provider: string;
  upstreamModel: string;
  offerId: string | null;
  key: KeyLabel | null;
  isStreamed: boolean;
  /**
   * End of the time in which a repeat with its Idempotency-Key gets the stored answer; null if none is
   * stored.
   */
  repeatableUntil: Date | null;
  finishReason: FinishReason | null;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  createdAt: Date;
  startedAt: Date | null;
  firstTokenAt: Date | null;
  finishedAt: Date | null;
  usage: Usage | null;
  usageSource: UsageSource | null;
  /**
   * Tokens of the answer by our own count, to compare with the provider's usage. Without hidden reasoning.
   */
  countedTokens: number | null;
  /**
   * Reason for the charge or for its absence; null until it has ended, and in rows from before it was stored.
   */
  chargeReason: ChargeReason | null;
  /** The price it was charged by; null if its row is gone. */
  price: DatedPrice | null;
  /** The charge computed again; null if nothing was counted, or the result differs from the stored cost. */
  cost: Cost | null;
  costMicro: bigint | null;
  /** Never more than the hold; null until it has ended. */
  chargedMicro: bigint | null;
  heldMicro: bigint;
  maxOutputTokens: number;
  /** True when the available money lowered the max output tokens. */
  isCapLowered: boolean;
  estimatedPromptTokens: number;
  /** Parameters of the call that the offer does not support. */
  leftOut: string[];
  attempts: Attempt[];
  /** The candidates, in order. */
  candidates: Candidate[];
  /** The offers that were dropped, with reasons; null in rows from before it was stored. */
  routing: RoutingRecord | null;
}

interface ReceiptRow extends UsageColumns {
  target: string;
  request_id: string | null;
  state: GenerationState;
  model: string;
  provider: string;
  upstream_model: string;
  offer_id: string | null;
  api_key_id: string | null;
  delivery: 'stream' | 'whole';
  finish_reason: FinishReason | null;
  error_code: string | null;
  error_detail: string | null;
  created_at: Date;
  started_at: Date | null;
  first_token_at: Date | null;
  finished_at: Date | null;
  usage_source: UsageSource | null;
  charge_reason: ChargeReason | null;
  counted_tokens: number | null;
  price_id: string | null;
  cost_micro: string | null;
  charged_micro: string | null;
  held_micro: string;
  max_output_tokens: number;
  cap_lowered: number;
  estimated_prompt_tokens: number;
  route: string | null;
  routing: string | null;
  attempts: string | null;
}

interface Row {
  id: string;
  model: string;
  conversation_id: string | null;
  api_key_id: string | null;
}

/**
 * Reads the receipt of a user's own call or reply.
 * @throws AppError not_found for an id that is unknown, malformed or another user's
 */
export async function readReceipt(
  tx: Tx,
  { userId, generationId }: { userId: string; generationId: string },
): Promise<Receipt> {
  const row = isId(generationId)
    ? await selectRow<ReceiptRow>(
        tx,
        `SELECT target, request_id, state, model, provider, upstream_model, offer_id, api_key_id, delivery,
           finish_reason, error_code, error_detail, created_at, started_at, first_token_at, finished_at,
           token_usage, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, usage_source,
           counted_tokens, charge_reason, price_id, cost_micro, charged_micro, held_micro, max_output_tokens, cap_lowered,
           estimated_prompt_tokens, route, routing, attempts
         FROM generations WHERE id = ? AND user_id = ? AND target IN (?)`,
        [generationId, userId, listedTargets()],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'id', message: 'There is no such generation.' });
  const route = row.route ? (JSON.parse(row.route) as Candidate[]) : [];
  const routing = row.routing ? (JSON.parse(row.routing) as RoutingRecord) : null;
  const price = row.price_id ? await findPrice(tx, row.price_id) : null;
  const usage = usageOf(row);
  const attempts = row.attempts ? (JSON.parse(row.attempts) as Attempt[]) : [];
  const costMicro = row.cost_micro === null ? null : BigInt(row.cost_micro);
  return {
    id: generationId,
    kind: targetOf(row).listedAs ?? 'api',
    requestId: row.request_id,
    state: row.state,
    askedModel: routing?.asked[0] === AUTO_MODEL ? AUTO_MODEL : (route[0]?.model ?? row.model),
    model: row.model,
    provider: row.provider,
    upstreamModel: row.upstream_model,
    offerId: row.offer_id,
    key: row.api_key_id ? await findKeyLabel(tx, { userId, keyId: row.api_key_id }) : null,
    isStreamed: row.delivery === 'stream',
    repeatableUntil: row.api_key_id ? await findRepeatableUntil(tx, generationId) : null,
    finishReason: row.finish_reason,
    errorCode: isErrorCode(row.error_code) ? row.error_code : null,
    errorDetail: row.error_detail,
    createdAt: row.created_at,
    startedAt: row.started_at,
    firstTokenAt: row.first_token_at,
    finishedAt: row.finished_at,
    usage,
    usageSource: row.usage_source,
    countedTokens: row.counted_tokens,
    chargeReason: row.charge_reason,
    price,
    cost: usage && price && (await recompute(usage, price, { attempts, at: row.created_at, costMicro })),
    costMicro,
    chargedMicro: row.charged_micro === null ? null : BigInt(row.charged_micro),
    heldMicro: BigInt(row.held_micro),
    maxOutputTokens: row.max_output_tokens,
    isCapLowered: row.cap_lowered === 1,
    estimatedPromptTokens: row.estimated_prompt_tokens,
    leftOut: route.find(({ offerId }) => offerId === row.offer_id)?.leftOut ?? [],
    attempts,
    candidates: route,
    routing,
  };
}

async function findPrice(tx: Tx, id: string): Promise<DatedPrice | null> {
  try {
    return await priceById(tx, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'price_unknown') return null;
    throw error;
  }
}

/** Lines that do not add up to the stored cost explain nothing: none are shown then. */
async function recompute(
  usage: Usage,
  price: DatedPrice,
  { attempts, at, costMicro }: { attempts: readonly Attempt[]; at: Date; costMicro: bigint | null },
): Promise<Cost | null> {
  try {
    const cost = await costOfAnswer(usage, price, { attempts, at });
    return cost?.micro === costMicro ? cost : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'price_unknown') return null;
    throw error;
  }
}

/** Describes a user's charges by generation id; generations whose row is gone are missing. */
export async function describeCharges(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Record<string, ChargeSubject>> {
  if (ids.length === 0) return {};
  const rows = await selectRows<Row>(
    tx,
    'SELECT id, model, conversation_id, api_key_id FROM generations WHERE id IN (?) AND user_id = ?',
    [[...ids], userId],
  );
  const [titles, keys] = await Promise.all([
    readTitles(tx, { userId, ids: idsOf(rows, 'conversation_id') }),
    readKeyNames(tx, { userId, ids: idsOf(rows, 'api_key_id') }),
  ]);
  return Object.fromEntries(
    rows.map(({ id, model, conversation_id: conversationId, api_key_id: keyId }): [string, ChargeSubject] => {
      const title = titles.get(conversationId ?? '');
      const key = keys.get(keyId ?? '');
      const conversation = title === undefined ? null : { id: conversationId!, title };
      return [id, { generationId: id, model, conversation, key: key ? { id: keyId!, ...key } : null }];
    }),
  );
}

function idsOf(rows: readonly Row[], column: 'conversation_id' | 'api_key_id'): string[] {
  return [...new Set(rows.flatMap((row) => row[column] ?? []))];
}
