import { ENDPOINT_FACTS, ENDPOINTS, type Endpoint } from '#app/contracts/endpoints.ts';
import { makerName } from '#app/contracts/catalogue/makers.ts';
import { AppError } from '#app/contracts/errors.ts';
import { formatPerMillion } from '#app/contracts/money.ts';
import { AppliedRates } from '#app/contracts/price.ts';
import { providerName } from '#app/contracts/providers.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { findModel, type Model } from '#app/core/catalogue/find-model.ts';
import { listModels } from '#app/core/catalogue/list-models.ts';
import { listOffers } from '#app/core/catalogue/offers/list-offers.ts';
import { recentSpeeds } from '#app/core/generation/report/figures/read-figures.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { lastUsedFirst, readLastModels } from './last-model.ts';
import type { ModelOption } from './model-option.ts';

interface ModelChoice {
  models: ModelOption[];
  model: ModelOption | null;
  /** The retired id that was asked for, when `model` stands in for it. */
  retired: string | null;
}

/**
 * The models to choose from, the one used last first, and the one that the next message goes to: the wanted
 * one, else the one used last, else the default of the first endpoint that is served.
 */
export async function loadModels({
  wanted,
  cookies,
}: {
  wanted: string | null;
  cookies: string | null;
}): Promise<ModelChoice> {
  const served = ENDPOINTS.filter((endpoint) => ENDPOINT_FACTS[endpoint]);
  const entries = (await Promise.all(served.map((endpoint) => listModels(AUTOCOMMIT, endpoint)))).flat();
  const speeds = await recentSpeeds();
  const options = (await Promise.all(entries.map((entry) => toOption(entry, speeds)))).filter(
    (option) => option !== null,
  );
  const last = readLastModels(cookies);
  const models = lastUsedFirst(options, last);
  const chosen = await firstOnOffer([wanted, ...last, ...served.map(defaultOf), models[0]?.id ?? null]);
  const model = models.find((option) => option.id === chosen?.id) ?? models[0] ?? null;
  const standsIn = wanted !== null && chosen?.standsInFor?.id === wanted;
  return { models, model, retired: standsIn ? wanted : null };
}

const defaultOf = (endpoint: Endpoint) => ENDPOINT_FACTS[endpoint]?.defaultModel ?? null;

async function firstOnOffer(ids: (string | null)[]): Promise<Model | null> {
  for (const id of ids) {
    const model = id === null ? null : await unless('model_not_found', findModel(AUTOCOMMIT, id));
    if (model) return model;
  }
  return null;
}

/** A model without a price cannot be used, so it is not offered. A short prompt's price is shown. */
async function toOption(
  entry: CatalogueEntry,
  speeds: ReadonlyMap<string, number>,
): Promise<ModelOption | null> {
  const at = new Date();
  const [offer] = await listOffers(AUTOCOMMIT, entry.id, at);
  const rates = offer && new AppliedRates(offer.price, { promptTokens: 0, at });
  const input = rates?.of('input');
  const output = rates?.of('output');
  if (!offer || !input || !output || entry.endpoint === null) return null;
  const speed = speeds.get(offer.id);
  return {
    id: entry.id,
    name: entry.name,
    makerName: makerName(entry.maker),
    providerName: providerName(offer.provider),
    endpoint: entry.endpoint,
    sees: offer.supports.includes('image-to-text'),
    inputPrice: formatPerMillion(input.ratePico),
    outputPrice: formatPerMillion(output.ratePico),
    contextTokens: offer.contextTokens,
    speed: speed === undefined ? null : Math.max(1, Math.round(speed)),
    knowledgeCutoff: entry.knowledgeCutoff,
  };
}

async function unless<Value>(code: AppError['code'], promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  }
}
