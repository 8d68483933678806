import { z } from 'zod';
import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import type {
  EndpointObject,
  ModelEndpoints,
  ModelObject,
} from '#app/contracts/openai/answers/model-answer.ts';
import { findModel, listAllModels, type Model } from '#app/core/catalogue/models.ts';
import { listOffers, type PricedOffer } from '#app/core/catalogue/offers.ts';
import { readDayFigures } from '#app/core/generation/report/figures.ts';
import { knownHealth } from '#app/core/routing/health/known-health.ts';
import { readinessOf, type OfferHealth } from '#app/core/routing/health/offer-health.ts';
import { toWirePricing } from '#app/features/hub-api/wire-price.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { autoModelObject, toModelObject } from './model-object.server.ts';

/**
 * GET /api/v1/models: `parlance/auto`, and every model on offer in the operator's order. Public: reads no
 * key.
 */
export const modelListCall = endpoint({ auth: 'none' }, async () => {
  const at = new Date();
  const models = await listAllModels(AUTOCOMMIT);
  const data = await Promise.all(
    models.map(async (model) => toModelObject(model, await listOffers(AUTOCOMMIT, model.id, at), at)),
  );
  const auto = await autoModelObject(at);
  const all = auto ? [auto, ...data] : data;
  return { object: 'list', data: all, total_count: all.length, links: { next: null } };
});

/** An id contains a slash, which some clients encode as `%2F`. */
const named = z.object({ '*': z.string().min(1) });

const ENDPOINTS = '/endpoints';

/**
 * GET /api/v1/models/{id}: one model. A retired id returns its successor, with a notice. With `/endpoints`
 * after the id: the providers that serve the model.
 * @throws AppError model_not_found with similar names
 */
export const modelCall = endpoint(
  { auth: 'none', params: named },
  async ({ params }): Promise<ModelObject | ModelEndpoints> => {
    const at = new Date();
    const path = params['*'];
    const id = path.endsWith(ENDPOINTS) ? path.slice(0, -ENDPOINTS.length) : path;
    const { object, ...served } = await findObject(id, at);
    return id === path ? object : toModelEndpoints(object, { ...served, at });
  },
);

async function findObject(id: string, at: Date) {
  const auto = id === AUTO_MODEL ? await autoModelObject(at) : null;
  if (auto) return { object: auto, model: null, offers: [] };
  const model = await findModel(AUTOCOMMIT, id);
  const offers = await listOffers(AUTOCOMMIT, model.id, at);
  return { object: toModelObject(model, offers, at), model, offers };
}

/**
 * The endpoints of a model. No provider publishes its quantization, and no history of it is stored here.
 * @param object the model as in the list; @param offers offers with a price, cheapest first
 */
async function toModelEndpoints(
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
    // Leaves room for one token of the answer.
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

/**
 * A share from 0 to 1 in percent, with at most two decimals; rounded down, so that it is below 100 if any
 * call failed.
 */
function toPercent(share: number | null): number | null {
  return share === null ? null : Math.floor(share * 10_000) / 100;
}
