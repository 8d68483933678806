import type { RoutedOffer } from '#app/core/routing/route.ts';
import { candidateOf, type Candidate } from '#app/core/generation/record/candidate.ts';
import type { Estimate } from './estimate.ts';
import type { RoutingRecord } from '#app/core/generation/record/routing-record.ts';

/** An offer that may serve a generation, and what that may cost there. */
export interface PricedCandidate {
  offer: RoutedOffer;
  estimate: Estimate;
}

/** A call with everybody who may serve it, in the order in which they are asked, and how they were chosen. */
export interface PricedCall {
  candidates: PricedCandidate[];
  routing: RoutingRecord;
}

/** An offer whose answer names these fields, too, which reach nobody. */
export function leavingOut(offer: RoutedOffer, ignored: readonly string[]): RoutedOffer {
  return ignored.length === 0 ? offer : { ...offer, leftOut: [...ignored, ...offer.leftOut] };
}

/** What is held must pay for the dearest of those who may answer. @param priced never none */
export function dearestEstimate(priced: readonly PricedCandidate[]): Estimate {
  return priced
    .map(({ estimate }) => estimate)
    .reduce((most, one) => (one.wantedMicro > most.wantedMicro ? one : most));
}

/** A candidate as the generation's row keeps it. */
export function toCandidate({ offer, estimate }: PricedCandidate): Candidate {
  return candidateOf(offer, { maxOutputTokens: estimate.wantedOutput, leftOut: offer.leftOut });
}
