import { DEFAULT_SORT, type ListedModel, type ListedOffer } from '#app/contracts/catalogue/listing.ts';
import { groupBy } from '#app/contracts/lists/group-by.ts';
import type { Modality } from '#app/contracts/models.ts';
import { PLAYGROUND_PARAMETERS } from '#app/contracts/playground/options.ts';
import {
  MAX_PAIRS,
  readPair,
  SUBCATEGORIES,
  writePair,
  type Subcategory,
} from '#app/contracts/playground/playground.ts';
import type { PairOption } from '#app/features/playground/playground-data.ts';

const FIRST_MODELS = 3;

const FIRST_PROVIDERS = 2;

/** Default order of the models. */
export const LIST_ORDER = DEFAULT_SORT;

/** The specification's default (chat, section 1); the others follow in the order of the side bar. */
const IN_ORDER: readonly Subcategory[] = ['text-to-text', ...SUBCATEGORIES];

/**
 * Lists every pair of a model and an available provider that makes this output.
 * @param models in the order of the list
 * @param priceOf returns the price of an offer as a text
 */
export function pairsOf(
  models: readonly ListedModel[],
  modality: Modality,
  priceOf: (offer: ListedOffer) => string = () => '',
): PairOption[] {
  return models
    .filter(({ bar }) => bar === null)
    .flatMap((model) =>
      model.offers
        .filter(({ bar, supports }) => bar === null && supports.includes(modality))
        .map((offer) => ({
          pair: writePair({ model: model.id, provider: offer.provider }),
          model: model.id,
          modelName: model.name,
          providerName: offer.name,
          leavesOut: PLAYGROUND_PARAMETERS.filter((name) => offer.parameters[name] === false),
          price: priceOf(offer),
        })),
    );
}

/** Returns the first three models, each with up to its first two providers. */
export function firstPairs(options: readonly PairOption[]): PairOption[] {
  const byModel = groupBy(options, ({ model }) => model);
  return [...byModel.values()].slice(0, FIRST_MODELS).flatMap((pairs) => pairs.slice(0, FIRST_PROVIDERS));
}

/**
 * Returns the named pairs, each once, in their order; leaves out those that cannot be chosen.
 * @returns `wasCut` is true when there were more than a prompt may have
 */
export function namedPairs(
  options: readonly PairOption[],
  names: readonly string[],
): { selected: PairOption[]; wasCut: boolean } {
  const byPair = new Map(options.map((option) => [option.pair, option]));
  const wanted = [...new Set(names.filter((name) => readPair(name) !== null))];
  const found = wanted.flatMap((name) => byPair.get(name) ?? []);
  return { selected: found.slice(0, MAX_PAIRS), wasCut: found.length > MAX_PAIRS };
}

/**
 * Returns the subcategory of a new conversation: the first with a pair that the address names, else the first
 * that a model here makes.
 */
export function firstSubcategory(
  optionsOf: (one: Subcategory) => readonly PairOption[],
  names: readonly string[],
): Subcategory {
  return (
    IN_ORDER.find((one) => namedPairs(optionsOf(one), names).selected.length > 0) ??
    IN_ORDER.find((one) => optionsOf(one).length > 0) ??
    'text-to-text'
  );
}
