import type { Capability, Modality } from '#app/contracts/models.ts';
import type { Model } from '#app/core/catalogue/find-model.ts';
import { listOffers, type PricedOffer } from '#app/core/catalogue/offers/list-offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { listAutoModels } from './find-groups.ts';

export const AUTO_NAME = 'Auto';

/** How it chooses, for developers. */
export const AUTO_DESCRIPTION = `Chooses a model for each call. Only models that can do what the call needs are considered: \
pictures and speech in, tools, response_format, reasoning_effort, logprobs, n, and room for the prompt and the answer. \
Of these it takes one that works just now, that takes every parameter of the call, that is featured, and that costs \
the least, in this order of weight; provider.sort replaces the last two. If that one cannot answer, up to three more \
are asked. The answer names its model, is charged at that model's price, and its receipt (GET /api/v1/generation) \
lists who was considered and why not.`;

/** `parlance/auto` can do all that any of the models can among which it chooses. It has no price of its own. */
export interface AutoModel {
  /** In the operator's order. */
  models: readonly Model[];
  offers: readonly PricedOffer[];
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  /** Tokens of the largest; 0 where tokens bound none. */
  contextTokens: number;
  maxOutputTokens: number;
}

/** @returns null where there is nothing to choose from */
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
