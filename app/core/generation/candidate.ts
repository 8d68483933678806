import type { PricedOffer } from '#app/core/catalogue/list-offers.ts';
import type { Generation } from './row.ts';

/** One way to serve a generation: an offer of a model, and the price that it was admitted with. */
export interface Candidate {
  offerId: string | null;
  model: string;
  provider: string;
  /** What the provider calls the model. */
  upstreamModel: string;
  priceId: string | null;
  /** The longest answer that it can give to this call. */
  maxOutputTokens: number;
  /** Parameters of the call that this offer does not take. */
  leftOut: string[];
}

/** The candidates of a generation in the order in which they are tried; never none. */
export function candidatesOf(generation: Generation): [Candidate, ...Candidate[]] {
  const [first, ...rest] = generation.route;
  if (first) return [first, ...rest];
  const { offerId, model, provider, upstreamModel, priceId, maxOutputTokens } = generation;
  return [{ offerId, model, provider, upstreamModel, priceId, maxOutputTokens, leftOut: [] }];
}

/** The longest answer that a candidate is asked for, in tokens. */
export function longestOf(generation: Generation, candidate: Candidate): number {
  return Math.min(generation.maxOutputTokens, candidate.maxOutputTokens);
}

/**
 * The generation with the offer that answered in the place of the one it was admitted with. Written into it: a copy with
 * a spread is a dictionary to V8, which is read slowly ever after.
 */
export function servedBy(generation: Generation, candidate: Candidate | null | undefined): Generation {
  if (!candidate) return generation;
  const { offerId, model, provider, upstreamModel, priceId } = candidate;
  return Object.assign(generation, { offerId, model, provider, upstreamModel, priceId });
}

/** A priced offer as the generation's row keeps it. */
export function candidateOf(
  { id, modelId, provider, upstreamModel, price }: PricedOffer,
  { maxOutputTokens, leftOut }: Pick<Candidate, 'maxOutputTokens' | 'leftOut'>,
): Candidate {
  return {
    offerId: id,
    model: modelId,
    provider,
    upstreamModel,
    priceId: price.id,
    maxOutputTokens,
    leftOut,
  };
}
