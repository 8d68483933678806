import { SUBCATEGORIES, type Subcategory } from '#app/contracts/playground/playground.ts';
import type { PairOption } from '../playground-data.ts';
import { namedPairs } from './choose-pairs.ts';

/**
 * Where a new conversation begins: the first subcategory of the side bar with a pair that the address names, else the
 * first that something makes here.
 */
export function firstSubcategory(
  optionsOf: (one: Subcategory) => readonly PairOption[],
  names: readonly string[],
): Subcategory {
  return (
    SUBCATEGORIES.find((one) => namedPairs(optionsOf(one), names).selected.length > 0) ??
    SUBCATEGORIES.find((one) => optionsOf(one).length > 0) ??
    SUBCATEGORIES[0]!
  );
}
