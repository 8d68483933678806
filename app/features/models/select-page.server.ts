import { AppError } from '#app/contracts/errors.ts';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { selectModels, type Selection } from '#app/core/catalogue/listing-selection.ts';

interface Wanted extends Selection {
  limit: number;
  /** The id of the last model of the page before. */
  cursor?: string | undefined;
}

/** Some models of a selection. */
export interface ListingPage {
  models: ListedModel[];
  /** Of the whole selection. */
  total: number;
  /** Where the next page begins; null at the end. */
  nextCursor: string | null;
  /** Of the catalogue that it was read from. */
  version: string;
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
