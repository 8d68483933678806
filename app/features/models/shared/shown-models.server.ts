import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { selectModels, type Selection } from '#app/core/catalogue/listing-selection.ts';
import { findListed, readListing, type FoundListed } from '#app/core/catalogue/listing.ts';
import { readFigures } from '#app/core/generation/report/figures.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import {
  AUTO_DESCRIPTION,
  AUTO_NAME,
  readAutoModel,
  type AutoModel,
} from '#app/core/routing/model-groups.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A model that has a page. */
export interface FoundShown extends FoundListed {
  /** Names of the fields that the API passes on to it. */
  parameters: string[];
  /** The models from which it chooses for each call; null for a model that answers itself. */
  choosesAmong: { id: string; name: string }[] | null;
}

interface Wanted extends Selection {
  limit: number;
  /** Leaves out models that no call can use here. */
  isAvailableOnly?: boolean;
  /** The id of the last model on the previous page. */
  cursor?: string | undefined;
}

/** One page of a selection of models. */
interface ListingPage {
  models: ListedModel[];
  /** The number of models in the whole selection. */
  total: number;
  /** The number of models that match, but that no call can use here, whether they are left out or not. */
  unavailable: number;
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** The version of the catalogue. */
  version: string;
}

/**
 * Like `findListed`, and also finds `parlance/auto`, which has no provider and no price of its own.
 * @throws AppError model_not_found with the similar names in `near`
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
    // As new as the newest model that it may choose.
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

/**
 * Recent performance of offers, by offer id. Null if it cannot be read: the rest of the page does not need
 * it.
 */
export async function figuresOf(
  offers: readonly { id: string }[],
): Promise<Record<string, OfferFigures> | null> {
  try {
    return Object.fromEntries(
      await readFigures(
        AUTOCOMMIT,
        offers.map(({ id }) => id),
      ),
    );
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'the figures of offers cannot be read');
    return null;
  }
}

/**
 * A page of the selected models.
 * @throws AppError invalid_request for a cursor that is not a model of the selection, for example one that
 * was removed
 */
export async function selectPage({
  limit,
  cursor,
  isAvailableOnly = false,
  ...selection
}: Wanted): Promise<ListingPage> {
  const { models: all, version } = await readListing();
  const matching = selectModels(all, selection);
  const available = matching.filter(({ bar }) => bar === null);
  const selected = isAvailableOnly ? available : matching;
  const before = cursor === undefined ? -1 : selected.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && before === -1)
    throw new AppError('invalid_request', {
      param: 'cursor',
      message: 'cursor: is not that of an answer to this query; begin without one',
    });
  const models = selected.slice(before + 1, before + 1 + limit);
  const isEnd = before + 1 + limit >= selected.length;
  return {
    models,
    total: selected.length,
    unavailable: matching.length - available.length,
    nextCursor: isEnd ? null : models.at(-1)!.id,
    version,
  };
}
