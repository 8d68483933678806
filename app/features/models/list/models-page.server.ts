import { data } from '@remix-run/node';
import { LISTING_MAX } from '#app/contracts/catalogue/listing.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { Selection } from '#app/core/catalogue/listing-selection.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { recentSpeeds } from '#app/core/generation/report/figures.ts';
import { selectPage } from '#app/features/models/shared/shown-models.server.ts';
import { toAppError } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import type { Adjusted } from '../shared/AdjustedNotice.tsx';
import {
  CONTEXT_LIMITS,
  modalitiesOf,
  ORDERS,
  PRICE_LIMITS,
  readListQuery,
  unknownIn,
  type ListQuery,
} from './list-query.ts';
import { toCard } from './model-card.server.ts';
import type { ModelsData } from './models-data.ts';

/** The content of the page: the query as it was answered, and its models. */
type Answer = Omit<ModelsData, 'adjusted'>;

const PICO_PER_DOLLAR = 1_000_000_000_000n;

/**
 * The models that the address selects. If the catalogue cannot be read, the page says so and preserves the
 * query.
 */
export const loadModelList = pageLoader({ auth: 'none' }, async ({ request, url, context }) => {
  const { searchParams } = url;
  const query = readListQuery(searchParams);
  const adjusted: Adjusted[] = unknownIn(searchParams);
  const texts = await pageTexts(request, 'models');
  type Page = ModelsData & { texts: typeof texts };
  try {
    const found = await readOrFirstPage(query);
    if (found.query.makers.length < query.makers.length && !adjusted.includes('filter'))
      adjusted.push('filter');
    if (found.query.cursor !== query.cursor) adjusted.push('cursor');
    return data<Page>({ texts, adjusted, ...found });
  } catch (error) {
    const { status } = toAppError(error, context.requestId);
    return data<Page>({ texts, query, adjusted, makers: [], list: null }, { status });
  }
});

/** Leaves out unknown makers, and reads the first page if the model at the cursor no longer exists. */
async function readOrFirstPage(asked: ListQuery): Promise<Answer> {
  const makers = await readMakers(asked);
  const known = asked.makers.filter((id) => makers.some((maker) => maker.id === id));
  const query = { ...asked, makers: known };
  try {
    return { query, makers, list: await readList(query) };
  } catch (error) {
    if (!(error instanceof AppError) || error.param !== 'cursor') throw error;
    const first = { ...query, cursor: undefined };
    return { query: first, makers, list: await readList(first) };
  }
}

/** The makers of the listed models, and those of the filter, by name. */
async function readMakers(query: ListQuery): Promise<ModelsData['makers']> {
  const { models } = await readListing();
  const listed = models.filter(
    ({ bar, maker }) => bar === null || listsAll(query) || query.makers.includes(maker),
  );
  const names = new Map(listed.map(({ maker, makerName }) => [maker, makerName]));
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, 'en-US'));
}

/** A search finds every model. */
const listsAll = ({ showsAll, search }: ListQuery) => showsAll || search !== '';

async function readList(query: ListQuery): Promise<ModelsData['list']> {
  const filter = filterOf(query);
  // A filter and a tab without a common modality match no model.
  if (filter === null) return { models: [], speeds: {}, total: 0, unavailable: 0, nextCursor: null };
  const speeds = await recentSpeeds();
  const { models, total, unavailable, nextCursor } = await selectPage({
    ...limitsOf(query),
    search: query.search,
    filter,
    sort: ORDERS[query.order],
    speeds,
    unavailable: 'last',
    isAvailableOnly: !listsAll(query),
    limit: LISTING_MAX,
    cursor: query.cursor,
  });
  const measured = models.flatMap(({ id, offers }): [string, number][] => {
    const speed = speeds.get(offers[0]?.id ?? '');
    return speed === undefined ? [] : [[id, speed]];
  });
  return { models: models.map(toCard), speeds: Object.fromEntries(measured), total, unavailable, nextCursor };
}

/** The modalities of the tab and of the filter; null if they have none in common. */
function filterOf({ tab, modalities }: ListQuery): Selection['filter'] | null {
  const ofTab = modalitiesOf(tab);
  if (modalities.length === 0) return ofTab;
  const chosen = ofTab.length === 0 ? modalities : modalities.filter((one) => ofTab.includes(one));
  return chosen.length === 0 ? null : chosen;
}

function limitsOf({ makers, price, context, capabilities }: ListQuery) {
  return {
    makers,
    capabilities,
    maxInputPrice: price === null ? undefined : PRICE_LIMITS[price] * PICO_PER_DOLLAR,
    minContext: context === null ? 0 : CONTEXT_LIMITS[context],
  };
}
