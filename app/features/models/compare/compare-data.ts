import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';

/** The maximum number of models side by side. */
export const COMPARED_MAX = 4;

/** The data of the page that compares models. */
export interface CompareData {
  models: readonly ListedModel[];
  /** Recent performance of their offers, by offer id. */
  figures: Record<string, OfferFigures>;
  /** Ids that do not exist. */
  unknown: string[];
  /** Requested models beyond the maximum. */
  beyond: string[];
  /** Models that can be added: id and name. */
  others: { id: string; name: string }[];
}
