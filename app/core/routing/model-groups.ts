import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL, type Capability, type Modality } from '#app/contracts/models.ts';
import { mayUseModel } from '#app/core/api-keys/api-key.ts';
import type { Keys } from '#app/core/catalogue/entry.ts';
import { findModel, listAllModels, type Model } from '#app/core/catalogue/models.ts';
import { listOffers, type PricedOffer } from '#app/core/catalogue/offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Models of equal rank in a caller's order: the one that was named, or all that `parlance/auto` knows. */
export interface ModelGroup {
  isAuto: boolean;
  models: Model[];
}

interface Wanted {
  /** Ids in the caller's order. */
  models: readonly string[];
  /** Ids of the models that the caller's key may be used for; null is all. */
  allowedModels: readonly string[] | null;
  /** The field in which the caller names an id; absent: `model`. */
  fieldOf?(id: string): string;
  /** Set for a call on the user's own key. */
  ownKey?: string;
}

export const AUTO_NAME = 'Auto';

/** Its selection rule, for developers. */
export const AUTO_DESCRIPTION = `Chooses a model for each call. Only models that can do what the call needs are considered: \
pictures and speech in, tools, response_format, reasoning_effort, logprobs, n, and room for the prompt and the answer. \
Of these it takes one that works just now, that takes every parameter of the call, that is featured, and that costs \
the least, in this order of weight; provider.sort replaces the last two. If that one cannot answer, up to three more \
are asked. The answer names its model, is charged at that model's price, and its receipt (GET /api/v1/generation) \
lists who was considered and why not.`;

/** The model `parlance/auto`: it can do everything that any of its models can. It has no price of its own. */
export interface AutoModel {
  /** In the operator's order. */
  models: readonly Model[];
  offers: readonly PricedOffer[];
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  /** Tokens of the largest window; 0 when tokens bound none. */
  contextTokens: number;
  maxOutputTokens: number;
}

/**
 * The models that may answer a call, and the models that its key may not be used for.
 * @throws AppError model_not_found naming the field, and forbidden when the key may be used for none
 */
export async function findGroups({ models: ids, allowedModels, fieldOf, ownKey }: Wanted): Promise<{
  groups: ModelGroup[];
  forbidden: Model[];
}> {
  const isAllowed = ({ id }: Model) => mayUseModel({ models: allowedModels }, id);
  const found = await Promise.all(
    ids.map((id) => findGroup(id, fieldOf?.(id), ownKey ? 'anybody' : 'operator')),
  );
  const forbidden = found.flatMap(({ models }) => models).filter((model) => !isAllowed(model));
  const groups = found
    .map(({ isAuto, models }) => ({ isAuto, models: models.filter(isAllowed) }))
    .filter(({ models }) => models.length > 0);
  if (groups.length > 0) return { groups, forbidden };
  if (forbidden.length === 0) throw new AppError('no_provider', { message: 'No model is available.' });
  throw new AppError('forbidden', {
    param: 'model',
    message: `This API key may not be used for ${ids.join(', ')}.`,
  });
}

async function findGroup(id: string, field: string | undefined, keys: Keys): Promise<ModelGroup> {
  if (id !== AUTO_MODEL) return { isAuto: false, models: [await findModel(AUTOCOMMIT, id, { field, keys })] };
  return { isAuto: true, models: await listAutoModels() };
}

/** The models that `parlance/auto` chooses among: all available ones with text output, in operator order. */
export async function listAutoModels(): Promise<Model[]> {
  const models = await listAllModels(AUTOCOMMIT);
  return models.filter(({ supports }) => supports.some((modality) => modality.endsWith('-to-text')));
}

/** @returns null when there is no model to choose from */
export async function readAutoModel(at: Date): Promise<AutoModel | null> {
  const models = await listAutoModels();
  if (models.length === 0) return null;
  const offers = await Promise.all(models.map(({ id }) => listOffers(AUTOCOMMIT, id, at)));
  return {
    models,
    offers: offers.flat(),
    supports: [...new Set(models.flatMap((model) => model.supports))],
    capabilities: [...new Set(models.flatMap((model) => model.capabilities))],
    contextTokens: Math.max(...models.map((model) => model.contextTokens)),
    maxOutputTokens: Math.max(...models.map((model) => model.maxOutputTokens)),
  };
}
