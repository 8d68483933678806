import type {
  EndpointObject,
  ModelEndpoints,
  ModelObject,
} from '#app/contracts/openai/answers/model-answer.ts';
import type { Model } from '#app/core/catalogue/find-model.ts';
import type { PricedOffer } from '#app/core/catalogue/offers/list-offers.ts';
import { knownHealth } from '#app/core/routing/health/known-health.ts';
import { readinessOf, type OfferHealth } from '#app/core/routing/health/offer-health.ts';
import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';
import { toWirePricing } from '../wire-price.ts';

/**
 * Who can be asked for a model. No provider tells its quantization, and no history is kept of it here.
 * @param object of the model, as the list has it; @param offers those with a price, the cheapest first
 */
export async function toModelEndpoints(
  { id, name, created, description, architecture }: ModelObject,
  { model, offers, at }: { model: Model | null; offers: readonly PricedOffer[]; at: Date },
): Promise<ModelEndpoints> {
  const health = await knownHealth(at.getTime());
  const endpoints = model
    ? offers.map((offer) => toEndpoint(offer, { model, health: health.get(offer.id), at }))
    : [];
  return { data: { id, name, created, description, architecture, endpoints } };
}

function toEndpoint(
  offer: PricedOffer,
  { model, health, at }: { model: Model; health: OfferHealth | undefined; at: Date },
): EndpointObject {
  const { provider, contextTokens, maxOutputTokens, supports, price } = offer;
  const { id, name, capabilities } = model;
  return {
    name: `${provider} | ${id}`,
    model_name: name,
    provider_name: provider,
    tag: provider,
    context_length: contextTokens || null,
    max_completion_tokens: maxOutputTokens || null,
    // Room for a word of the answer is left.
    max_prompt_tokens: contextTokens ? contextTokens - 1 : null,
    pricing: toWirePricing(price, at),
    quantization: null,
    supported_parameters: supportedParameters({ supports, capabilities, offers: [offer] }),
    status: readinessOf(health, at.getTime()) === 'aside' ? -1 : 0,
    uptime_last_30m: null,
    latency_ms: health?.firstWordMs ?? null,
    tokens_per_second: health?.tokensPerSecond ?? null,
  };
}
