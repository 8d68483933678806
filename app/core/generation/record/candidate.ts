import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { ErrorCode } from '#app/contracts/errors.ts';
import type { PricedOffer } from '#app/core/catalogue/offers.ts';
import type { DroppedOffer, Route } from '#app/core/routing/route.ts';

/** One way to answer a generation: an offer of a model, and its price at admission. */
export interface Candidate {
  offerId: string | null;
  model: string;
  provider: string;
  /** API dialect, if not the provider's default; absent in rows of earlier versions. */
  dialect?: Dialect | null;
  /** The provider's own name of the model. */
  upstreamModel: string;
  priceId: string | null;
  /** Max tokens of its answer to this call. */
  maxOutputTokens: number;
  /** Parameters of the call that this offer does not support, and the videos of a conversation (`VIDEOS`). */
  leftOut: string[];
}

/** Entry in `leftOut` for the videos of a conversation. */
export const VIDEOS = 'video';

/** How the candidates of a generation were chosen, as its row stores it for the receipt. */
export interface RoutingRecord {
  /** Ids of models as the caller named them; `default` is replaced by the account's model. */
  asked: string[];
  /** Ids of candidates' offers that were failing at the time. */
  unhealthy: string[];
  dropped: DroppedOffer[];
  /** Number of dropped offers beyond those listed. */
  more: number;
}

/** Limits the size of the row. */
const MAX_LISTED = 40;

/** One provider call, as the receipt lists it. */
export interface Attempt {
  offerId: string | null;
  provider: string;
  model: string;
  /** Milliseconds from its start to its first output, or to its failure. */
  ms: number;
  answered: boolean;
  /** Error that prevented an answer; null also where the run ended before one. */
  errorCode: ErrorCode | null;
  status: number | null;
  /** It continued, or was called to continue, an answer that another provider began. */
  resumed?: true;
  /** Its continuation as it was charged: the output alone, at its own price. */
  part?: ContinuationCharge;
}

/** Charge of a continuation. */
export interface ContinuationCharge {
  priceId: string | null;
  completionTokens: number;
}

/** Converts a priced offer for the generation's row. */
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

export function recordRouting(asked: string[], { unhealthy, dropped }: Omit<Route, 'offers'>): RoutingRecord {
  const listed = dropped.slice(0, MAX_LISTED);
  return { asked, unhealthy, dropped: listed, more: dropped.length - listed.length };
}
