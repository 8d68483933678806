import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import type { BarredOffer, PricedOffer } from '#app/core/catalogue/offers.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';

/** An offer that may answer a call, with its model. */
export interface RoutedOffer extends PricedOffer {
  model: CatalogueEntry;
  /** The prompt by its family's tokenizer, with margin. */
  promptTokens: number;
  /** The longest part that its window must hold, if that is not the whole prompt. */
  longestTokens?: number;
  /** Parameters of the call that it does not accept. */
  leftOut: string[];
}

/**
 * The reason why a callable offer is not tried; receipts show these values. `picture_address`: it would fetch
 * an image from inside our own network. `video_size`: it does not accept a video of this size.
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

/** An offer that is not tried. */
export interface DroppedOffer {
  model: string;
  /** null: the model as a whole. */
  provider: string | null;
  /**
   * `key_models`: the API key is restricted to other models. For the choices of `parlance/auto`: `unhealthy`
   * means that the offer is failing, `outranked` that enough offers came before it.
   */
  reason: DropReason | BarredOffer['bar'] | 'key_models' | 'unhealthy' | 'outranked';
  /** The missing or refused items: `tools, json_schema`. */
  detail?: string;
}

/** The offers of a call in the order in which they are tried, and the dropped ones, for the receipt. */
export interface Route {
  offers: RoutedOffer[];
  /** Ids of the chosen offers that are failing: no others are left, or they come last. */
  unhealthy: string[];
  dropped: DroppedOffer[];
}

/** The requirements of a call towards the offer that answers it. */
export interface CallNeeds {
  modalities: readonly Modality[];
  capabilities: readonly Capability[];
  /** Names of the parameters that the call sets. */
  parameters: readonly string[];
  /** The options with their values, the turns and the cap of the answer: some values exclude each other. */
  request?: { options: CompletionOptions; messages: readonly PromptMessage[]; cap: number | null };
  /** The first field with the URL of an image, which the provider that answers would fetch. */
  imageAddress?: string;
  /** The largest video, and the part that contains it. */
  largestVideo?: { bytes: number; field: string };
  /**
   * Requirements that a named model may lack, because it leaves the option out or answers with fewer tokens,
   * but that `parlance/auto` looks for. `outputTokens`: the requested max output tokens.
   */
  preferred?: { capabilities: readonly Capability[]; outputTokens: number };
}
