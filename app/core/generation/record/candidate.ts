import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { ErrorCode } from '#app/contracts/errors.ts';
import type { PricedOffer } from '#app/core/catalogue/offers.ts';
import type { DroppedOffer, Route } from '#app/core/routing/route.ts';

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

/** How the candidates of a generation were chosen, as its row keeps it for the receipt. */
export interface RoutingRecord {
  /** Ids of models as the caller named them; in the place of `default` the account's. */
  asked: string[];
  /** Ids of candidates' offers that failed just then. */
  unhealthy: string[];
  dropped: DroppedOffer[];
  /** How many more were dropped than are listed. */
  more: number;
}

/** Keeps the row small, whatever was asked for. */
const MOST_LISTED = 40;

/** One call to a provider, as the receipt lists it. */
export interface Attempt {
  offerId: string | null;
  provider: string;
  model: string;
  /** Milliseconds from its start to its first word, or to its failure. */
  ms: number;
  answered: boolean;
  /** Why it did not answer; null also where the run ended before it could. */
  errorCode: ErrorCode | null;
  status: number | null;
  /** It went on with an answer that another had begun, or was asked to. */
  resumed?: true;
  /** What it said of that answer, as it was charged: the words alone, at its own price. */
  part?: Part;
}

/** What another than the first has said of an answer. */
export interface Part {
  priceId: string | null;
  completionTokens: number;
}

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

export function recordRouting(asked: string[], { unhealthy, dropped }: Omit<Route, 'offers'>): RoutingRecord {
  const listed = dropped.slice(0, MOST_LISTED);
  return { asked, unhealthy, dropped: listed, more: dropped.length - listed.length };
}
