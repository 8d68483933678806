import type {
  EndpointObject,
  ModelEndpoints,
  ModelObject,
} from '#app/contracts/openai/answers/model-answer.ts';
import type { Model } from '#app/core/catalogue/models.ts';
import type { PricedOffer } from '#app/core/catalogue/offers.ts';
import { readDayFigures } from '#app/core/generation/report/figures.ts';
import { knownHealth } from '#app/core/routing/health/known-health.ts';
import { readinessOf, type OfferHealth } from '#app/core/routing/health/offer-health.ts';
import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { toWirePricing } from '../wire-price.ts';

/**
 * Who can be asked for a model. No provider tells its quantization, and no history is kept of it here.
 * @param object of the model, as the list has it; @param offers those with a price, the cheapest first
 */
export async function toModelEndpoints(
  { id, name, created, description, architecture }: ModelObject,
  { model, offers, at }: { model: Model | null; offers: readonly PricedOffer[]; at: Date },
): Promise<ModelEndpoints> {
  const endpoints = model ? await listEndpoints(model, offers, at) : [];
  return { data: { id, name, created, description, architecture, endpoints } };
}

async function listEndpoints(
  model: Model,
  offers: readonly PricedOffer[],
  at: Date,
): Promise<EndpointObject[]> {
  const ids = offers.map(({ id }) => id);
  const [health, days] = await Promise.all([
    knownHealth(at.getTime()),
    readDayFigures(AUTOCOMMIT, ids, at.getTime()),
  ]);
  return offers.map((offer) => {
    const uptime = days.get(offer.id)?.uptime ?? null;
    return toEndpoint(offer, { model, health: health.get(offer.id), uptime, at });
  });
}

function toEndpoint(
  offer: PricedOffer,
  {
    model,
    health,
    uptime,
    at,
  }: { model: Model; health: OfferHealth | undefined; uptime: number | null; at: Date },
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
    uptime_last_1d: toPercent(uptime),
    latency_ms: health?.firstWordMs ?? null,
    tokens_per_second: health?.tokensPerSecond ?? null,
  };
}

/** A share from 0 to 1 in percent, with at most two decimals; never 100 where a call failed. */
function toPercent(share: number | null): number | null {
  return share === null ? null : Math.floor(share * 10_000) / 100;
}
