/** Performance of an offer over a period. A figure without measurements is null, never zero. */
export interface Figures {
  /** Number of calls that the offer answered or failed; failures caused by the caller are not counted. */
  calls: number;
  /** The share of those calls that were answered completely, from 0 to 1. */
  uptime: number | null;
  /** Milliseconds from a call to its first token, averaged over the answered calls. */
  firstTokenMs: number | null;
  /** Tokens per second after the first token, over all answered calls. */
  tokensPerSecond: number | null;
}

/** Figures of the last 24 hours, and of the last 30 days. */
export interface OfferFigures {
  day: Figures;
  month: Figures;
}

const NOTHING: Figures = { calls: 0, uptime: null, firstTokenMs: null, tokensPerSecond: null };

/** The figures of an offer without calls. */
export const NO_FIGURES: OfferFigures = { day: NOTHING, month: NOTHING };
