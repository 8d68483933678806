import { costOf } from '#app/contracts/cost.ts';
import { toDollars, type Micro } from '#app/contracts/money.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { priceCall } from '#app/core/generation/plan-call.ts';
import type { PricedCandidate } from '#app/core/generation/priced-candidate.ts';
import { hubEndpoint } from '#app/http/hub-route.ts';
import { toWireTariff } from './wire-price.ts';

/** As large as a call itself may be: pictures come in the body. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * POST /api/v1/quote: what a call of /api/v1/chat/completions with this body can cost, without making it: nothing
 * is held or stored. The offers stand in the order in which they would be asked.
 * @throws AppError what the call would be refused with, except for money and the caps of the key
 */
export const quoteCall = hubEndpoint({ body: chatRequest, maxBytes: MAX_BYTES }, async ({ body, key }) => {
  const at = new Date();
  const priced = await priceCall({ body, key }, at);
  const candidates = priced.candidates.map((one) => ({ ...one, ...boundsOf(one, at) }));
  const [first] = candidates as [(typeof candidates)[number]];
  return {
    object: 'quote',
    input_tokens: first.estimate.promptTokens,
    max_output_tokens: first.estimate.wantedOutput,
    ...toAmounts({
      leastMicro: smallest(candidates.map(({ leastMicro }) => leastMicro)),
      mostMicro: -smallest(candidates.map(({ mostMicro }) => -mostMicro)),
    }),
    candidates: candidates.map(({ offer, estimate, ...bounds }) => ({
      model: offer.modelId,
      provider: offer.provider,
      offer_id: offer.id,
      input_tokens: estimate.promptTokens,
      max_output_tokens: estimate.wantedOutput,
      ...toAmounts(bounds),
      parameters_left_out: offer.leftOut,
      price: { id: offer.price.id, tariff: toWireTariff(offer.price) },
    })),
  };
});

interface Bounds {
  /** The prompt as it was counted, none of it from a cache, and an answer of one token; an empty answer is free. */
  leastMicro: Micro;
  /** The prompt at the dearest rate that may apply, and the longest answer: what a call holds. */
  mostMicro: Micro;
}

function boundsOf({ offer, estimate }: PricedCandidate, at: Date): Bounds {
  const { promptTokens, wantedMicro } = estimate;
  const usage = { promptTokens, cachedTokens: 0, completionTokens: 1, reasoningTokens: 0 };
  return { leastMicro: costOf(usage, offer.price, at).micro, mostMicro: wantedMicro };
}

function toAmounts({ leastMicro, mostMicro }: Bounds) {
  return {
    least_micro: Number(leastMicro),
    most_micro: Number(mostMicro),
    least: toDollars(leastMicro),
    most: toDollars(mostMicro),
  };
}

function smallest(amounts: Micro[]): Micro {
  return amounts.reduce((least, one) => (one < least ? one : least));
}
