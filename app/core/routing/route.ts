import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import type { BarredOffer, PricedOffer } from '#app/core/catalogue/offers.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';

/** An offer that may serve a call, with its model. */
export interface RoutedOffer extends PricedOffer {
  model: CatalogueEntry;
  /** The prompt by its family's tokenizer, with margin. */
  promptTokens: number;
  /** The longest part that its window must hold, where that is not the whole prompt. */
  longestTokens?: number;
  /** Parameters of the call that it does not take. */
  leftOut: string[];
}

/**
 * Why an offer that can be called is not asked. Receipts say it in these words. `picture_address`: it would fetch a
 * picture from where it stands, which is our own network. `video_size`: it takes no video that is so large.
 */
export type DropReason =
  | 'not_in_only'
  | 'ignored'
  | 'modality'
  | 'capability'
  | 'context_too_small'
  | 'output_too_short'
  | 'parameter_unsupported'
  | 'max_price'
  | 'picture_address'
  | 'video_size'
  | 'fallbacks_off';

/** Somebody who is not asked. */
export interface DroppedOffer {
  model: string;
  /** null: the model as a whole. */
  provider: string | null;
  /**
   * `key_models`: the API key is bound to other models. Of those that `parlance/auto` could have chosen: `unhealthy`
   * fails just now, and of `outranked` enough stood before it.
   */
  reason: DropReason | BarredOffer['bar'] | 'key_models' | 'unhealthy' | 'outranked';
  /** What it lacks or refuses: `tools, json_schema`. */
  detail?: string;
}

/** The offers of a call in the order in which they are asked, and those that are not, for the receipt. */
export interface Route {
  offers: RoutedOffer[];
  /** Ids of those offers that fail just now: nobody else is left, or they stand last. */
  unhealthy: string[];
  dropped: DroppedOffer[];
}

/** What a call needs of whoever serves it. */
export interface CallNeeds {
  modalities: readonly Modality[];
  capabilities: readonly Capability[];
  /** Names of the parameters that the call sets. */
  parameters: readonly string[];
  /** The options with their values, the turns and the cap of the answer: some values rule each other out. */
  asked?: { options: CompletionOptions; messages: readonly PromptMessage[]; cap: number | null };
  /** The first field that holds the address of a picture, which whoever serves the call would fetch. */
  pictureAddress?: string;
  /** The largest video, and the part that brings it. */
  largestVideo?: { bytes: number; field: string };
  /**
   * What a model that the caller has named may lack, because it leaves it out or answers at less length, and what
   * `parlance/auto` looks for. `outputTokens`: the longest answer that is asked for.
   */
  sought?: { capabilities: readonly Capability[]; outputTokens: number };
}
