import { readModelChoice, writeModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { ENDPOINT_FACTS, SERVED_ENDPOINTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { OfferedChoice } from '#app/contracts/media/choice.ts';
import { listMediaModels, listModels, MEDIA_ENDPOINT, type ReplyModel } from '#app/core/catalogue/models.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { recentSpeeds } from '#app/core/generation/report/figures.ts';
import { listKeys } from '#app/core/provider-keys/provider-keys.ts';
import { offeredChoices } from '#app/core/tasks/media/offered-choices.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findChosenModel } from './find-chosen-model.server.ts';
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

interface Asked {
  userId: string;
  /** The choice that the page is asked for, or that its conversation had last. */
  wanted: string | null;
  /** The endpoint that the page is asked for. */
  endpoint: string | null;
  cookies: string | null;
  texts: ModelTexts;
}

/**
 * The models to choose from, once for each endpoint that answers with them, the one used last first, and the one that the
 * next message goes to: the wanted one, else that of the endpoint that was asked for, else the one used last, else the
 * default of the first endpoint that is served.
 */
export async function loadModels({ userId, wanted, endpoint, cookies, texts }: Asked): Promise<ModelChoice> {
  const options = await listOptions(userId, texts);
  const last = readLastModels(cookies);
  const models = lastUsedFirst(options, last);
  const requested = SERVED_ENDPOINTS.find((one) => one === endpoint);
  const there = models.filter((option) => option.endpoint === requested);
  const chosen = await firstOnOffer([
    wanted,
    // Where the endpoint is no longer set up, the model's own one answers.
    wanted && readModelChoice(wanted).model,
    last.find((one) => one.endpoint === requested)?.primaryModel,
    requested && defaultOf(requested),
    there[0]?.id,
    ...last.map(({ primaryModel }) => primaryModel),
    ...SERVED_ENDPOINTS.map(defaultOf),
  ]);
  const model =
    models.find((one) => one.model === chosen?.id && one.endpoint === chosen.endpoint) ?? models[0];
  const asked = wanted && readModelChoice(wanted).model;
  const standsIn = asked && chosen?.standsInFor?.id === asked;
  return {
    models,
    model: model ?? null,
    choices: model ? await choicesOf(model) : [],
    retired: standsIn ? asked : null,
  };
}

async function listOptions(userId: string, texts: ModelTexts): Promise<ModelOption[]> {
  const ownKeys = new Set((await listKeys(userId)).map(({ name }) => name));
  const viewing = { speeds: await recentSpeeds(), ownKeys, texts };
  const lists = await Promise.all(
    SERVED_ENDPOINTS.map(async (endpoint) => ({
      endpoint,
      entries: await listModels(AUTOCOMMIT, endpoint, 'anybody'),
    })),
  );
  lists.push({ endpoint: MEDIA_ENDPOINT, entries: await listMediaModels(AUTOCOMMIT) });
  const options = lists.flatMap(({ endpoint, entries }) =>
    entries.map((entry) => viewModel(entry, endpoint, viewing)),
  );
  return (await Promise.all(options)).filter((option) => option !== null);
}

const defaultOf = (endpoint: Endpoint) =>
  writeModelChoice(endpoint, ENDPOINT_FACTS[endpoint]?.defaultModel ?? '');

async function firstOnOffer(choices: (string | null | undefined)[]): Promise<ReplyModel | null> {
  for (const choice of choices) {
    const model = choice ? await unless('model_not_found', findChosenModel(choice)) : null;
    if (model) return model;
  }
  return null;
}

async function choicesOf({ model, makes }: ModelOption): Promise<OfferedChoice[]> {
  return makes === 'text' ? [] : offeredChoices(await readEntry(AUTOCOMMIT, model), makes);
}

async function unless<Value>(code: AppError['code'], promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  }
}
