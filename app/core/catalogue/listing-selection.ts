import type { ListedModel, ListedRates, ListingSort, SortField } from '#app/contracts/catalogue/listing.ts';
import { soldBy } from '#app/contracts/catalogue/rate-amount.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';

/** Limits on the facts of models; an absent one excludes no model. */
interface FactLimits {
  /** Ids of makers: one of these is enough. */
  makers?: readonly string[];
  /**
   * Pico-dollars for a million input tokens at the offer that is tried first; 0 selects the models whose
   * every rate is zero.
   */
  maxInputPrice?: bigint | undefined;
  /** Tokens. */
  minContext?: number;
  /** All of these are needed. */
  capabilities?: readonly Capability[];
}

/** The wanted models of a listing, and their order. */
export interface Selection extends FactLimits {
  /** Terms that must all occur in the id, the name, the maker or the description. */
  search: string;
  /** One of these is enough; an empty list selects all. */
  filter: readonly Modality[];
  sort: ListingSort;
  /** Models that no call can use here come after all others; by default they keep their order. */
  unavailable?: 'last';
  /** Tokens per second by offer id, to sort by speed. */
  speeds?: ReadonlyMap<string, number>;
}

/** Max search terms; further ones are ignored. */
const MAX_TERMS = 10;

const PER_MILLION = 1_000_000n;

/** The price classes that models are ordered by, and the number of units that users see as one price. */
const ORDERED_BY: readonly (readonly [PriceClass, bigint])[] = [
  ['input', PER_MILLION],
  ['firstMegapixel', 1n],
  ['megapixel', 1n],
  ['image', 1n],
  ['second', 1n],
];

/** The selected models of a listing, in the requested order; equal ones stay in the operator's order. */
export function selectModels(
  models: readonly ListedModel[],
  { search, filter, sort, unavailable, speeds = NO_SPEEDS, ...limits }: Selection,
): ListedModel[] {
  const isUnavailable = ({ bar }: ListedModel) => Number(bar !== null);
  const compare = comparing(sort, speeds);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);
  return models
    .filter(({ supports }) => filter.length === 0 || filter.some((modality) => supports.includes(modality)))
    .filter((model) => words.every((word) => textOf(model).includes(word)))
    .filter((model) => isWithin(model, limits))
    .sort((a, b) => (unavailable === 'last' && isUnavailable(a) - isUnavailable(b)) || compare(a, b));
}

const NO_SPEEDS: ReadonlyMap<string, number> = new Map();

function isWithin(
  model: ListedModel,
  { makers = [], maxInputPrice, minContext = 0, capabilities = [] }: FactLimits,
): boolean {
  return (
    (makers.length === 0 || makers.includes(model.maker)) &&
    (maxInputPrice === undefined || costsUpTo(model, maxInputPrice)) &&
    model.contextTokens >= minContext &&
    capabilities.every((one) => model.capabilities.includes(one))
  );
}

function costsUpTo({ offers }: ListedModel, max: bigint): boolean {
  const rates = offers[0]?.rates ?? {};
  if (max === 0n) {
    const all = Object.values(rates);
    return all.length > 0 && all.every(({ pico }) => BigInt(pico) === 0n);
  }
  return rates.input !== undefined && BigInt(rates.input.pico) * PER_MILLION <= max;
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

function comparing(
  sort: ListingSort,
  speeds: ReadonlyMap<string, number>,
): (a: ListedModel, b: ListedModel) => number {
  return (a, b) => {
    for (const [field, direction] of sort) {
      const [x, y] = [valueOf(a, field, speeds), valueOf(b, field, speeds)];
      if (x === y) continue;
      // Unknown values come last in either direction.
      if (x === null) return 1;
      if (y === null) return -1;
      return x < y ? -direction : direction;
    }
    return 0;
  };
}

function valueOf(
  model: ListedModel,
  field: SortField,
  speeds: ReadonlyMap<string, number>,
): string | number | bigint | null {
  const [offer] = model.offers;
  if (field === 'featured') return Number(model.featured);
  if (field === 'createdAt') return model.releasedOn;
  if (field === 'name') return model.name.toLowerCase();
  if (field === 'context') return model.contextTokens || null;
  if (field === 'speed') return speeds.get(offer?.id ?? '') ?? null;
  if (field === 'input') return shownPrice(offer?.rates, 'input');
  if (field === 'output') return shownPrice(offer?.rates, soldBy(offer?.rates ?? {}));
  return cheapestPrice(model);
}

/** Pico-dollars for the number of units that users see as one price; null without a rate. */
function shownPrice(rates: ListedRates = {}, name: PriceClass | undefined): bigint | null {
  const rate = name && rates[name];
  if (!rate) return null;
  return (
    BigInt(rate.pico) * (name === 'input' || name === 'output' || name === 'imageOutput' ? PER_MILLION : 1n)
  );
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
