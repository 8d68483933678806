import type { ListedModel, ListedRates, ListingSort, SortField } from '#app/contracts/catalogue/listing.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';

/** The wanted models of a listing, and their order. */
export interface Selection {
  /** Terms that must all occur in the id, the name, the maker or the description. */
  search: string;
  /** One of these is enough; an empty list selects all. */
  filter: readonly Modality[];
  sort: ListingSort;
  /** Models that no call can use here: none of them, or after all others; by default in their order. */
  unavailable?: 'none' | 'last';
}

/** Max search terms; further ones are ignored. */
const MAX_TERMS = 10;

/** The price classes that models are ordered by, and the number of units that users see as one price. */
const ORDERED_BY: readonly (readonly [PriceClass, bigint])[] = [
  ['input', 1_000_000n],
  ['firstMegapixel', 1n],
  ['megapixel', 1n],
  ['image', 1n],
  ['second', 1n],
];

/** The selected models of a listing, in the requested order; equal ones stay in the operator's order. */
export function selectModels(
  models: readonly ListedModel[],
  { search, filter, sort, unavailable }: Selection,
): ListedModel[] {
  const isUnavailable = ({ bar }: ListedModel) => Number(bar !== null);
  const compare = comparing(sort);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);
  return models
    .filter(({ supports }) => filter.length === 0 || filter.some((modality) => supports.includes(modality)))
    .filter((model) => words.every((word) => textOf(model).includes(word)))
    .filter((model) => unavailable !== 'none' || !isUnavailable(model))
    .sort((a, b) => (unavailable === 'last' && isUnavailable(a) - isUnavailable(b)) || compare(a, b));
}

const texts = new WeakMap<ListedModel, string>();

/** The searchable text of a model. */
function textOf(model: ListedModel): string {
  const known = texts.get(model);
  if (known !== undefined) return known;
  const { id, name, makerName, description } = model;
  const text = `${id}\n${name}\n${makerName}\n${description ?? ''}`.toLowerCase();
  texts.set(model, text);
  return text;
}

function comparing(sort: ListingSort): (a: ListedModel, b: ListedModel) => number {
  return (a, b) => {
    for (const [field, direction] of sort) {
      const [x, y] = [valueOf(a, field), valueOf(b, field)];
      if (x === y) continue;
      // Unknown values come last in either direction.
      if (x === null) return 1;
      if (y === null) return -1;
      return x < y ? -direction : direction;
    }
    return 0;
  };
}

function valueOf(model: ListedModel, field: SortField): string | number | bigint | null {
  if (field === 'featured') return Number(model.featured);
  if (field === 'createdAt') return model.releasedOn;
  if (field === 'name') return model.name.toLowerCase();
  return cheapestPrice(model);
}

const prices = new WeakMap<ListedModel, { pico: bigint | null }>();

/** For a million input tokens, or a megapixel, an image or a second: at the cheapest offer. */
function cheapestPrice(model: ListedModel): bigint | null {
  const known = prices.get(model);
  if (known) return known.pico;
  const all = model.offers.flatMap((offer) => orderedPrice(offer.rates) ?? []);
  const pico = all.reduce<bigint | null>(
    (lowest, one) => (lowest === null || one < lowest ? one : lowest),
    null,
  );
  prices.set(model, { pico });
  return pico;
}

/** The price that offers are ordered by, in pico-dollars; null when none of its classes is sold. */
export function orderedPrice(rates: ListedRates): bigint | null {
  for (const [name, units] of ORDERED_BY) {
    const rate = rates[name];
    if (rate) return BigInt(rate.pico) * units;
  }
  return null;
}
