import type { Candidate } from './candidate.ts';
import type { Generation } from './row.ts';

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
