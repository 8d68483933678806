import type { LoaderFunctionArgs } from '@remix-run/node';
import { listUnconfirmed, type UnconfirmedModel } from '#app/core/catalogue/unconfirmed-models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { requireAdmin } from '../operator.server.ts';
import type { CatalogueData, UnconfirmedLine } from './catalogue-data.ts';

const PAGE_SIZE = 25;
const SOURCE_LENGTH = 200;

/** Models that wait to be confirmed, by their ids; `?after=` goes on behind one. */
export async function loadCatalogue({ request, context }: LoaderFunctionArgs): Promise<CatalogueData> {
  await requireAdmin(request, context);
  const after = new URL(request.url).searchParams.get('after');
  const all = await listUnconfirmed(AUTOCOMMIT);
  const rest = after === null ? all : all.filter(({ id }) => id > after);
  const shown = rest.slice(0, PAGE_SIZE);
  return {
    unconfirmed: shown.map(toLine),
    count: all.length,
    isLater: after !== null,
    nextAfter: rest.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}

function toLine({ id, name, offers }: UnconfirmedModel): UnconfirmedLine {
  return {
    id,
    name,
    offers: offers.map((offer) => ({ ...offer, source: offer.source.slice(0, SOURCE_LENGTH) })),
  };
}
