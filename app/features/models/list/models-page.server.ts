import { data } from '@remix-run/node';
import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import { LISTING_MAX, type ListedModel } from '#app/contracts/catalogue/listing.ts';
import { playgroundHref } from '#app/contracts/catalogue/model-href.ts';
import { AppError } from '#app/contracts/errors.ts';
import { selectModels } from '#app/core/catalogue/listing-selection.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { selectPage } from '#app/features/models/shared/shown-models.server.ts';
import { toAppError } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import type { Adjusted } from '../shared/AdjustedNotice.tsx';
import { shortChips } from '../shared/rate-chips.ts';
import { modalitiesOf, ORDERS, readListQuery, unknownIn, type ListQuery } from './list-query.ts';
import type { ModelCardData, ModelsData } from './models-data.ts';

/**
 * The models that the address selects. If the catalogue cannot be read, the page says so and preserves the
 * query.
 */
export const loadModelList = pageLoader({ auth: 'none' }, async ({ request, url, context }) => {
  const { searchParams } = url;
  const query = readListQuery(searchParams);
  const adjusted: Adjusted[] = unknownIn(searchParams);
  const texts = await pageTexts(request, 'models');
  try {
    const found = await readOrFirstPage(query);
    if (found.query !== query) adjusted.push('cursor');
    return data<ModelsData & { texts: typeof texts }>({ texts, adjusted, ...found });
  } catch (error) {
    const { status } = toAppError(error, context.requestId);
    return data<ModelsData & { texts: typeof texts }>({ texts, query, adjusted, list: null }, { status });
  }
});

/** Reads the first page if the model at the cursor no longer exists. */
async function readOrFirstPage(query: ListQuery): Promise<Pick<ModelsData, 'query' | 'list'>> {
  try {
    return { query, list: await readList(query) };
  } catch (error) {
    if (!(error instanceof AppError) || error.param !== 'cursor') throw error;
    const first = { ...query, cursor: undefined };
    return { query: first, list: await readList(first) };
  }
}

async function readList({
  search,
  tab,
  order,
  modalities,
  showsAll,
  cursor,
}: ListQuery): Promise<ModelsData['list']> {
  const ofTab = modalitiesOf(tab);
  const chosen = ofTab.length === 0 ? modalities : modalities.filter((one) => ofTab.includes(one));
  // A filter and a tab without a common modality match no model.
  if (modalities.length > 0 && chosen.length === 0)
    return { models: [], total: 0, unavailable: 0, nextCursor: null };
  const filter = chosen.length === 0 ? ofTab : chosen;
  const selection = { search, filter, sort: ORDERS[order] };
  const { models, total, nextCursor } = await selectPage({
    ...selection,
    // A search finds every model.
    unavailable: showsAll || search !== '' ? 'last' : 'none',
    limit: LISTING_MAX,
    cursor,
  });
  const { models: all } = await readListing();
  const unavailable = selectModels(all, selection).filter(({ bar }) => bar !== null).length;
  return { models: models.map(toCard), total, unavailable, nextCursor };
}

const known = new WeakMap<ListedModel, ModelCardData>();

function toCard(model: ListedModel): ModelCardData {
  const before = known.get(model);
  if (before) return before;
  const { id, name, makerName, description, contextTokens, featured, offers, canChat, bar } = model;
  const card: ModelCardData = {
    id,
    name,
    makerName,
    description,
    context: contextLabel(contextTokens),
    featured,
    rates: shortChips(offers[0]?.rates ?? {}),
    canChat,
    playground: canChat || bar !== null ? null : playgroundHref(model),
    bar,
  };
  known.set(model, card);
  return card;
}
