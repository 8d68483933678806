import { SUBCATEGORIES, type Subcategory } from '#app/contracts/playground/playground.ts';
import type { PairOption } from '../playground-data.ts';
import { namedPairs } from './choose-pairs.ts';

/** The specification's default (chat, section 1); the others follow in the order of the side bar. */
const IN_ORDER: readonly Subcategory[] = ['text-to-text', ...SUBCATEGORIES];

/**
 * Where a new conversation begins: the first subcategory with a pair that the address names, else the first that
 * something makes here.
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
