import type { SubmissionResult } from '@conform-to/react';
import type { TopUpFailure, TopUpProblem, TopUpState } from '#app/contracts/payments/top-up.ts';

/** Fields of the form, in their order. */
export const TOP_UP_FIELDS = ['threshold', 'amount', 'monthly'] as const;
export type TopUpField = (typeof TOP_UP_FIELDS)[number];

/** An automatic payment. Money is in micro-dollars, as text. */
export interface TopUpLine {
  id: string;
  /** ISO 8601. */
  at: string;
  amountMicro: string;
  state: TopUpState;
  problem: TopUpFailure | null;
}

/** The user's settings and their current state. Money is in micro-dollars, as text. */
export interface TopUpData {
  card: { brand: string; last4: string } | null;
  isOn: boolean;
  /** Dollars as shown in the fields; '' for none. */
  values: Record<TopUpField, string>;
  /** Current amounts; null before the user has chosen them. */
  chosen: { thresholdMicro: string; amountMicro: string; creditMicro: string; monthlyMicro: string } | null;
  /** Top-ups of this month (UTC), including those in progress. */
  monthMicro: string;
  isUnderWay: boolean;
  problem: TopUpProblem | null;
  /** ISO 8601; null without a pause. */
  pausedUntil: string | null;
  lines: TopUpLine[];
}

/** The form as the server returned it. */
export interface TopUpAnswer {
  refused: SubmissionResult;
}

/** Result of the request for the page on which a card is saved. */
export interface CardAnswer {
  /** Its address; null for none. */
  page: string | null;
  failed: 'unreachable' | 'refused' | null;
}
