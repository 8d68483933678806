import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';

/** Models that stand side by side. */
export const COMPARED_MAX = 4;

/** What the page that compares models shows. */
export interface CompareData {
  models: readonly ListedModel[];
  /** How their offers have answered lately, by the offers' ids. */
  figures: Record<string, OfferFigures>;
  /** Ids that nobody knows. */
  unknown: string[];
  /** Ids that were asked for beyond those that fit. */
  beyond: string[];
  /** Those that can be added: id and name. */
  others: { id: string; name: string }[];
}
