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
  /** Names of what the API passes on to it. */
  parameters: string[];
  /** The models among which it chooses for each call; null for a model that answers itself. */
  choosesAmong: { id: string; name: string }[] | null;
}

interface Wanted extends Selection {
  limit: number;
  /** The id of the last model of the page before. */
  cursor?: string | undefined;
}

/** Some models of a selection. */
interface ListingPage {
  models: ListedModel[];
  /** Of the whole selection. */
  total: number;
  /** Where the next page begins; null at the end. */
  nextCursor: string | null;
  /** Of the catalogue that it was read from. */
  version: string;
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

/** How offers have answered lately, by their ids. Null where it cannot be read: the rest of a page does without. */
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
 * A page of the models that are wanted.
 * @throws AppError invalid_request for a cursor that is no model of the selection, as one that has gone since
 */
export async function selectPage({ limit, cursor, ...selection }: Wanted): Promise<ListingPage> {
  const { models: all, version } = await readListing();
  const selected = selectModels(all, selection);
  const before = cursor === undefined ? -1 : selected.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && before === -1)
    throw new AppError('invalid_request', {
      param: 'cursor',
      message: 'cursor: is not that of an answer to this query; begin without one',
    });
  const models = selected.slice(before + 1, before + 1 + limit);
  const isEnd = before + 1 + limit >= selected.length;
  return { models, total: selected.length, nextCursor: isEnd ? null : models.at(-1)!.id, version };
}
