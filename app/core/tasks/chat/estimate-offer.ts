import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { TextSpread } from '#app/core/catalogue/tokens/most-tokens.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { DEFAULT_OUTPUT_CAP, estimateCost, type Estimate } from '#app/core/tasks/price/estimate.ts';
import { mostPromptTokens } from './most-prompt-tokens.ts';
import { capOf, type CallWeight } from './weigh-call.ts';

/**
 * What a call of the public API may cost with an offer.
 * @param spread of everything that is sent in words; asked for where a tokenizer is not at hand
 * @throws AppError price_unknown
 */
export function estimateOffer(
  offer: RoutedOffer,
  { body, needs, spread, at }: { body: ChatRequest; needs: CallWeight; spread: () => TextSpread; at: Date },
): Estimate {
  const { promptTokens, contextTokens, maxOutputTokens, price } = offer;
  const cap = capOf(body);
  const longest = Math.min(cap ?? DEFAULT_OUTPUT_CAP, maxOutputTokens);
  const room = Math.max(1, Math.min(longest, contextTokens - promptTokens));
  return estimateCost(price, {
    promptTokens,
    mostPromptTokens: mostPromptTokens(offer, { body, needs, spread }),
    cap,
    room,
    at,
    choices: body.n ?? 1,
    classes: needs.classes,
  });
}
