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
 * GET /api/v1/models: `parlance/auto`, and every model on offer in the operator's order. For everybody: no key is
 * read.
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

/** An id has a slash in it, which some clients write as `%2F`. */
const named = z.object({ '*': z.string().min(1) });

const ENDPOINTS = '/endpoints';

/**
 * GET /api/v1/models/{id}: one model. A retired id is answered with its successor's, and a notice. With `/endpoints`
 * behind the id: who serves it.
 * @throws AppError model_not_found with near names
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
 * Who can be asked for a model. No provider tells its quantization, and no history is kept of it here.
 * @param object of the model, as the list has it; @param offers those with a price, the cheapest first
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
