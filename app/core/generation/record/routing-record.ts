import type { DroppedOffer, Route } from '#app/core/routing/route.ts';

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

export function recordRouting(asked: string[], { unhealthy, dropped }: Omit<Route, 'offers'>): RoutingRecord {
  const listed = dropped.slice(0, MOST_LISTED);
  return { asked, unhealthy, dropped: listed, more: dropped.length - listed.length };
}
