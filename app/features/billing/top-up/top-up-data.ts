import type { SubmissionResult } from '@conform-to/react';
import type { TopUpFailure, TopUpProblem, TopUpState } from '#app/contracts/payments/top-up.ts';

/** The fields of the form, in their order. */
export const TOP_UP_FIELDS = ['threshold', 'amount', 'monthly'] as const;
export type TopUpField = (typeof TOP_UP_FIELDS)[number];

/** A payment that was made by itself. Money is micro-dollars as text. */
export interface TopUpLine {
  id: string;
  /** ISO 8601. */
  at: string;
  amountMicro: string;
  state: TopUpState;
  problem: TopUpFailure | null;
}

/** What a person has set up, and how it stands. Money is micro-dollars as text. */
export interface TopUpData {
  card: { brand: string; last4: string } | null;
  isOn: boolean;
  /** Dollars as they stand in the fields; '' for none. */
  values: Record<TopUpField, string>;
  /** What is in force; null before it was chosen. */
  chosen: { thresholdMicro: string; amountMicro: string; creditMicro: string; monthlyMicro: string } | null;
  /** Top-ups of this month (UTC) with those under way. */
  monthMicro: string;
  isUnderWay: boolean;
  problem: TopUpProblem | null;
  /** ISO 8601; null while nothing is waited for. */
  pausedUntil: string | null;
  lines: TopUpLine[];
}

/** The form as it came back. */
export interface TopUpAnswer {
  refused: SubmissionResult;
}

/** What became of the way to the page on which a card is saved. */
export interface CardAnswer {
  /** Its address; null where there is none. */
  page: string | null;
  failed: 'unreachable' | 'refused' | null;
}
