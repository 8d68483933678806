import { data } from '@remix-run/node';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findListed, readListing } from '#app/core/catalogue/listing.ts';
import { figuresOf } from '#app/features/models/shared/shown-models.server.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { COMPARED_MAX, type CompareData } from './compare-data.ts';

const ID_MAX = 160;
/** The maximum number of characters of the address that are read, and of ids. */
const QUERY_MAX = 2000;
const MAX_IDS = 20;

/**
 * The models of `?ids=a&ids=b` or `?ids=a,b`, with successors in place of retired ids, and the models that
 * can be added. Unknown ids do not count towards the maximum; beyond the maximum the first models are shown,
 * and the others are named.
 */
export const loadCompare = pageLoader({ auth: 'none' }, async ({ request, url }) => {
  const requested = url.searchParams.getAll('ids').join(',').slice(0, QUERY_MAX);
  const ids = [...new Set(requested.split(',').map((id) => id.trim()))].filter(Boolean).slice(0, MAX_IDS);
  const found = await Promise.all(ids.map(async (id) => ({ id, model: await findOrNull(id) })));
  const known = [...new Set(found.flatMap(({ model }) => model ?? []))];
  const models = known.slice(0, COMPARED_MAX);
  const { models: all } = await readListing();
  const page: CompareData = {
    models,
    figures: (await figuresOf(models.flatMap(({ offers }) => offers.slice(0, 1)))) ?? {},
    unknown: found.flatMap(({ id, model }) => (model ? [] : [id.slice(0, ID_MAX)])),
    beyond: known.slice(COMPARED_MAX).map(({ name }) => name),
    others: all.filter((model) => !models.includes(model)).map(({ id, name }) => ({ id, name })),
  };
  return data({ texts: await pageTexts(request, 'models'), page });
});

async function findOrNull(id: string): Promise<ListedModel | null> {
  try {
    return (await findListed(id)).model;
  } catch (error) {
    if (error instanceof AppError && error.code === 'model_not_found') return null;
    throw error;
  }
}
