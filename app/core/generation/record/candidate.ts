import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { PricedOffer } from '#app/core/catalogue/offers.ts';

/** One way to serve a generation: an offer of a model, and the price that it was admitted with. */
export interface Candidate {
  offerId: string | null;
  model: string;
  provider: string;
  /** How it is spoken with, where that is not its provider's usual way; absent in rows of earlier versions. */
  dialect?: Dialect | null;
  /** What the provider calls the model. */
  upstreamModel: string;
  priceId: string | null;
  /** The longest answer that it can give to this call. */
  maxOutputTokens: number;
  /** Parameters of the call that this offer does not take, and the videos of a conversation (`VIDEOS`). */
  leftOut: string[];
}

/** The name of the videos of a conversation among what a candidate leaves out. */
export const VIDEOS = 'video';

/** A priced offer as the generation's row keeps it. */
export function candidateOf(
  { id, modelId, provider, dialect, upstreamModel, price }: PricedOffer,
  { maxOutputTokens, leftOut }: Pick<Candidate, 'maxOutputTokens' | 'leftOut'>,
): Candidate {
  return {
    offerId: id,
    model: modelId,
    provider,
    dialect,
    upstreamModel,
    priceId: price.id,
    maxOutputTokens,
    leftOut,
  };
}
