import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { findListed, type FoundListed } from '#app/core/catalogue/listing.ts';
import { config } from '#app/core/platform/config.ts';
import { AUTO_DESCRIPTION, AUTO_NAME, readAutoModel, type AutoModel } from '#app/core/routing/model-groups.ts';

/** A model that has a page. */
export interface FoundShown extends FoundListed {
  /** Names of what the API passes on to it. */
  parameters: string[];
  /** The models among which it chooses for each call; null for a model that answers itself. */
  choosesAmong: { id: string; name: string }[] | null;
}

/**
 * As `findListed`, and `parlance/auto`, which has neither provider nor price of its own.
 * @throws AppError model_not_found with the near names in `near`
 */
export async function findShown(id: string): Promise<FoundShown> {
  const auto = id === AUTO_MODEL ? await readAutoModel(new Date()) : null;
  if (auto)
    return {
      model: listAuto(auto),
      retired: null,
      parameters: supportedParameters(auto),
      choosesAmong: auto.models.map((model) => ({ id: model.id, name: model.name })),
    };
  const found = await findListed(id);
  return { ...found, parameters: supportedParameters(found.model), choosesAmong: null };
}

function listAuto({
  supports,
  capabilities,
  contextTokens,
  maxOutputTokens,
  models,
}: AutoModel): ListedModel {
  return {
    id: AUTO_MODEL,
    name: AUTO_NAME,
    maker: AUTO_MODEL.slice(0, AUTO_MODEL.indexOf('/')),
    makerName: config().APP_TITLE,
    description: AUTO_DESCRIPTION,
    supports,
    capabilities,
    contextTokens,
    maxOutputTokens,
    knowledgeCutoff: null,
    // It is as new as the newest model that it may choose.
    releasedOn: models.reduce<string | null>(
      (newest, { releasedOn }) => (releasedOn !== null && releasedOn > (newest ?? '') ? releasedOn : newest),
      null,
    ),
    featured: false,
    offers: [],
    bar: null,
    canChat: false,
    retires: null,
  };
}
