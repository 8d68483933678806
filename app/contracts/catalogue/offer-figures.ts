/** How an offer has answered over some time. What nothing was measured of is null, never zero. */
export interface Figures {
  /** Calls that the offer answered or failed; those that failed by the caller's doing are none. */
  calls: number;
  /** The share of them that it answered to the end, from 0 to 1. */
  uptime: number | null;
  /** Milliseconds from a call to its first token, on average over those answered. */
  firstTokenMs: number | null;
  /** After the first one, over all of them. */
  tokensPerSecond: number | null;
}

/** The last 24 hours, and the last 30 days. */
export interface OfferFigures {
  day: Figures;
  month: Figures;
}

const NOTHING: Figures = { calls: 0, uptime: null, firstTokenMs: null, tokensPerSecond: null };

/** Of an offer that nobody called. */
export const NO_FIGURES: OfferFigures = { day: NOTHING, month: NOTHING };
