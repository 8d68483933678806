import { ENDPOINT_FACTS, ENDPOINTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { OfferedChoice } from '#app/contracts/media/choice.ts';
import { findModel, type Model } from '#app/core/catalogue/find-model.ts';
import { listMediaModels } from '#app/core/catalogue/list-media-models.ts';
import { listModels } from '#app/core/catalogue/list-models.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { recentSpeeds } from '#app/core/generation/report/figures/read-figures.ts';
import { offeredChoices } from '#app/core/tasks/media/offered-choices.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { lastUsedFirst, readLastModels } from './last-model.ts';
import type { ModelOption } from './model-option.ts';
import { viewModel, type ModelTexts } from './view-model.server.ts';

interface ModelChoice {
  models: ModelOption[];
  model: ModelOption | null;
  /** What may be chosen of the picture or the video that it makes. */
  choices: OfferedChoice[];
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
  texts,
}: {
  wanted: string | null;
  cookies: string | null;
  texts: ModelTexts;
}): Promise<ModelChoice> {
  const served = ENDPOINTS.filter((endpoint) => ENDPOINT_FACTS[endpoint]);
  const ofWords = (await Promise.all(served.map((endpoint) => listModels(AUTOCOMMIT, endpoint)))).flat();
  // A model that several endpoints serve stands here once.
  const entries = [...new Set([...ofWords, ...(await listMediaModels(AUTOCOMMIT))])];
  const viewing = { speeds: await recentSpeeds(), texts };
  const options = (await Promise.all(entries.map((entry) => viewModel(entry, viewing)))).filter(
    (option) => option !== null,
  );
  const last = readLastModels(cookies);
  const models = lastUsedFirst(options, last);
  const chosen = await firstOnOffer([wanted, ...last, ...served.map(defaultOf), models[0]?.id ?? null]);
  const model = models.find((option) => option.id === chosen?.id) ?? models[0] ?? null;
  const standsIn = wanted !== null && chosen?.standsInFor?.id === wanted;
  const choices = model ? await choicesOf(model) : [];
  return { models, model, choices, retired: standsIn ? wanted : null };
}

const defaultOf = (endpoint: Endpoint) => ENDPOINT_FACTS[endpoint]?.defaultModel ?? null;

async function firstOnOffer(ids: (string | null)[]): Promise<Model | null> {
  for (const id of ids) {
    const model = id === null ? null : await unless('model_not_found', findModel(AUTOCOMMIT, id));
    if (model) return model;
  }
  return null;
}

async function choicesOf({ id, makes }: ModelOption): Promise<OfferedChoice[]> {
  return makes === 'text' ? [] : offeredChoices(await readEntry(AUTOCOMMIT, id), makes);
}

async function unless<Value>(code: AppError['code'], promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  }
}
