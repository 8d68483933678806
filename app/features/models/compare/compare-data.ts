import type { ListedModel } from '#app/contracts/catalogue/listing.ts';

/** Models that stand side by side. */
export const COMPARED_MAX = 4;

/** What the page that compares models shows. */
export interface CompareData {
  models: readonly ListedModel[];
  /** Ids that nobody knows. */
  unknown: string[];
  /** Those that can be added: id and name. */
  others: { id: string; name: string }[];
}
