import { z } from 'zod';
import type { Cost, Usage } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { exactDollars, toDollars, type Micro } from '#app/contracts/money.ts';
import type { ContentAnswer } from '#app/contracts/openai/answers/content-answer.ts';
import type { ReceiptObject } from '#app/contracts/openai/answers/receipt-answer.ts';
import { publicCode } from '#app/contracts/openai/public-error.ts';
import { findContent } from '#app/core/call-contents/call-contents.ts';
import { viewContent } from '#app/core/call-contents/content-view.ts';
import type { DatedPrice } from '#app/core/catalogue/entry.ts';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import { readReceipt, type Receipt } from '#app/core/generation/report/receipt.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { failureReason } from './answering/end-error.ts';
import { toWireTariff, WIRE_CLASSES } from './wire-price.ts';

/** The id of a generation in a call of the public API. */
const GENERATION_QUERY = z.object({ id: z.string({ error: 'names the generation and is required' }) });

/**
 * GET /api/v1/generation?id=: the receipt of a call or a chat reply of the account that the key belongs to.
 * @throws AppError not_found for an id that is unknown or of another account
 */
export const generationCall = hubEndpoint({ query: GENERATION_QUERY }, async ({ user, query: { id } }) =>
  toReceiptObject(await readReceipt(AUTOCOMMIT, { userId: user.id, generationId: generationIdIn(id) })),
);

/**
 * GET /api/v1/generation/content?id=: the body and the answer of a call, if its account stores calls.
 * @throws AppError not_found for an id that is unknown or of another account, and for a call without stored
 * content
 */
export const contentCall = hubEndpoint(
  { query: GENERATION_QUERY },
  async ({ user, query }): Promise<ContentAnswer> => {
    const id = generationIdIn(query.id);
    const content = await findContent(AUTOCOMMIT, { id, userId: user.id });
    if (!content)
      throw new AppError('not_found', {
        param: 'id',
        message:
          'No content of this call is stored. Storing was off when it was made, it was too long, or its time is over.',
      });
    const { input, output } = viewContent(content);
    const [first] = output.choices;
    return {
      data: {
        id,
        input,
        output: {
          completion: first?.content || null,
          reasoning: first?.reasoning || null,
          ...output,
        },
      },
    };
  },
);

/**
 * The id of a generation: from `x-generation-id`, or the id of an answer, with `chatcmpl-`, `cmpl-`, `msg_`
 * or `resp_`.
 */
function generationIdIn(id: string): string {
  return id.replace(/^(?:chatcmpl-|cmpl-|msg_|resp_)/, '');
}

/**
 * A receipt in the form of the public API. Each line of `cost` is count x rate, the lines add up to `pico`
 * (10^-12 dollars, as text), and `micro` is that sum rounded once.
 */
function toReceiptObject(receipt: Receipt): ReceiptObject {
  const { key, price, cost, usage, errorCode } = receipt;
  return {
    object: 'generation',
    id: receipt.id,
    kind: receipt.kind,
    request_id: receipt.requestId,
    state: receipt.state,
    model_asked: receipt.askedModel,
    model: receipt.model,
    provider: receipt.provider,
    upstream_model: receipt.upstreamModel,
    offer_id: receipt.offerId,
    api_key: key && { id: key.id, name: key.name, value: key.maskedValue },
    streamed: receipt.isStreamed,
    repeatable_until: receipt.repeatableUntil?.toISOString() ?? null,
    finish_reason: receipt.finishReason,
    error: errorCode && { code: publicCode(errorCode), message: messageOf(receipt) },
    ...timesOf(receipt),
    usage: usage && toUsage(usage),
    usage_source: receipt.usageSource,
    counted_completion_tokens: receipt.countedTokens,
    charge_reason: receipt.chargeReason,
    price: price && toPrice(price),
    cost: cost && toCost(cost),
    ...moneyOf(receipt),
    max_output_tokens: receipt.maxOutputTokens,
    cap_lowered: receipt.isCapLowered,
    estimated_prompt_tokens: receipt.estimatedPromptTokens,
    parameters_left_out: receipt.leftOut,
    routing: toRouting(receipt),
    attempts: receipt.attempts.map(toAttempt),
  };
}

/**
 * A call with a hub key ran on the operator's account at the provider; other calls may have used the user's
 * own key.
 */
function messageOf(receipt: Receipt): string | null {
  return receipt.key ? failureReason(receipt) : receipt.errorDetail;
}

function toAttempt({ offerId, provider, model, ms, answered, errorCode, status, resumed, part }: Attempt) {
  return {
    offer_id: offerId,
    provider,
    model,
    ms,
    answered,
    error_code: errorCode && publicCode(errorCode),
    status,
    resumed: resumed ?? false,
    completion_tokens: part?.completionTokens ?? null,
  };
}

/**
 * The offers in the order of routing, and the dropped ones with the reason (`DropReason`). The first is tried
 * first, except that offers that are failing at the moment (`unhealthy`) come last. null for a call from
 * before routing was stored.
 */
function toRouting({ routing, candidates, offerId: chosen }: Receipt) {
  if (routing === null) return null;
  return {
    models_asked: routing.asked,
    candidates: candidates.map(({ offerId, model, provider, leftOut }) => ({
      offer_id: offerId,
      model,
      provider,
      unhealthy: offerId !== null && routing.unhealthy.includes(offerId),
      parameters_left_out: leftOut,
      chosen: offerId === chosen,
    })),
    dropped: routing.dropped.map(({ model, provider, reason, detail = null }) => ({
      model,
      provider,
      reason,
      detail,
    })),
    dropped_more: routing.more,
  };
}

/** `latency_ms` is from the call to the first token, `duration_ms` from the call to the end. */
function timesOf({ createdAt, startedAt, firstTokenAt, finishedAt }: Receipt) {
  const since = (time: Date | null) => time && time.getTime() - createdAt.getTime();
  return {
    created_at: createdAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    first_token_at: firstTokenAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    latency_ms: since(firstTokenAt),
    duration_ms: since(finishedAt),
  };
}

/** Parts of the prompt do not overlap; reasoning and images are part of the completion. */
function toUsage(usage: Usage) {
  return {
    prompt_tokens: usage.promptTokens,
    cached_tokens: usage.cachedTokens,
    cache_write_tokens: usage.cacheWriteTokens ?? 0,
    cache_write_1h_tokens: usage.cacheWriteLongTokens ?? 0,
    image_tokens: usage.imageTokens ?? 0,
    cached_image_tokens: usage.cachedImageTokens ?? 0,
    audio_tokens: usage.audioTokens ?? 0,
    completion_tokens: usage.completionTokens,
    reasoning_tokens: usage.reasoningTokens,
    image_output_tokens: usage.imageOutputTokens ?? 0,
    images: usage.media?.images?.length ?? 0,
    input_images: usage.media?.inputImages?.length ?? 0,
    seconds: usage.media?.seconds ?? 0,
  };
}

function toPrice(price: DatedPrice) {
  return {
    id: price.id,
    valid_from: price.validFrom.toISOString(),
    valid_until: price.validUntil?.toISOString() ?? null,
    source: price.source,
    confidence: price.confidence,
    tariff: toWireTariff(price),
  };
}

function toCost({ lines, pico, micro }: Cost) {
  return {
    lines: lines.map((line) => ({
      class: WIRE_CLASSES[line.class],
      count: line.count,
      rate: exactDollars(line.ratePico),
      rate_pico: line.ratePico.toString(),
      pico: line.pico.toString(),
      /** Index of the rule in `price.tariff`, or in the tariff of `price_id`. */
      rule: line.rule,
      price_id: line.priceId ?? null,
    })),
    pico: pico.toString(),
    rounding: 'once, half up, to a millionth of a dollar, and at least one',
    micro: Number(micro),
  };
}

/** `waived_micro` is the cost that the operator bears: the cost above the hold, or without an account. */
function moneyOf({ costMicro, chargedMicro, heldMicro }: Receipt) {
  const number = (micro: Micro | null) => (micro === null ? null : Number(micro));
  return {
    held_micro: Number(heldMicro),
    cost_micro: number(costMicro),
    charged_micro: number(chargedMicro),
    waived_micro: costMicro === null || chargedMicro === null ? null : Number(costMicro - chargedMicro),
    charged: chargedMicro === null ? null : toDollars(chargedMicro),
  };
}
