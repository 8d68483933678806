import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import type { PricedOffer } from '#app/core/catalogue/list-offers.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';

/** An offer that may serve a call, with its model. */
export interface RoutedOffer extends PricedOffer {
  model: CatalogueEntry;
  /** The prompt by its family's tokenizer, with margin. */
  promptTokens: number;
  /** Parameters of the call that it does not take. */
  leftOut: string[];
}

/** Why an offer is not asked. */
export type DropReason =
  | 'not_preferred'
  | 'ignored'
  | 'modality'
  | 'capability'
  | 'context_length'
  | 'parameters'
  | 'max_price'
  | 'fallbacks_off';

export interface DroppedOffer {
  offerId: string;
  model: string;
  provider: string;
  reason: DropReason;
}

/** The offers of a call in the order in which they are asked, and those that are not, for the receipt. */
export interface Route {
  offers: RoutedOffer[];
  dropped: DroppedOffer[];
}

/** What a call needs of whoever serves it. */
export interface CallNeeds {
  modalities: readonly Modality[];
  capabilities: readonly Capability[];
  /** Names of the parameters that the call sets. */
  parameters: readonly string[];
}
