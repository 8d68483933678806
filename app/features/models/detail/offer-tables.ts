import type { ListedOffer } from '#app/contracts/catalogue/listing.ts';
import type { PriceClass } from '#app/contracts/price.ts';
import type { Column, DetailView } from './detail-query.ts';

/** The kinds of tables of offers, by the model's output. */
export const TABLES = ['text', 'image', 'video', 'embedding'] as const;
export type TableKind = (typeof TABLES)[number];

/** The columns of each table, by the units that makers of that kind sell. */
export const COLUMNS_OF: Record<TableKind, readonly Column[]> = {
  text: ['name', 'input', 'output', 'context'],
  image: ['name', 'price'],
  video: ['name', 'price'],
  embedding: ['name', 'input'],
};

/** The price classes of a column; the first one that the offer has is shown. */
const CLASSES: Record<TableKind, Partial<Record<Column, readonly PriceClass[]>>> = {
  text: { input: ['input'], output: ['output'] },
  image: { price: ['image', 'firstMegapixel', 'megapixel', 'imageOutput', 'output'] },
  video: { price: ['second', 'output'] },
  embedding: { input: ['input'] },
};

/** The tables of a model: one for each kind of output of its offers. */
export function tablesOf(offers: readonly ListedOffer[]): TableKind[] {
  return TABLES.filter((kind) => offers.some((offer) => makes(offer, kind)));
}

/** Whether an offer belongs in a table. */
export function makes({ supports }: ListedOffer, kind: TableKind): boolean {
  return supports.some((modality) => modality.endsWith(`-to-${kind}`));
}

/** The class of an offer's price that a column shows; undefined if it has none. */
export function classIn(offer: ListedOffer, kind: TableKind, column: Column): PriceClass | undefined {
  return CLASSES[kind][column]?.find((name) => offer.rates[name] !== undefined);
}

/**
 * The offers of a table in the order of the view; offers without a value come last. Without a sort, in the
 * order in which calls try them.
 */
export function sortedOffers(
  offers: readonly ListedOffer[],
  kind: TableKind,
  { sort }: DetailView,
): ListedOffer[] {
  const shown = offers.filter((offer) => makes(offer, kind));
  if (!sort || !COLUMNS_OF[kind].includes(sort.by)) return shown;
  const sign = sort.isDescending ? -1 : 1;
  return shown.toSorted((a, b) => {
    const [x, y] = [valueOf(a, kind, sort.by), valueOf(b, kind, sort.by)];
    if (x === y) return 0;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  });
}

function valueOf(offer: ListedOffer, kind: TableKind, column: Column): string | number | bigint | null {
  if (column === 'name') return offer.name.toLowerCase();
  if (column === 'context') return offer.contextTokens || null;
  const name = classIn(offer, kind, column);
  const rate = name && offer.rates[name];
  return rate ? BigInt(rate.pico) : null;
}
