import type { SubmissionResult } from '@conform-to/react';
import type { SpendingWindow } from '#app/contracts/spending-limits.ts';

/** Fields of the form, in their order. */
export const LIMIT_FIELDS = ['daily', 'monthly', 'below'] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];

/** Use of a cap. Money is in micro-dollars, as text. */
export interface CapUse {
  window: SpendingWindow;
  capMicro: string;
  /** Charged and reserved. */
  usedMicro: string;
  heldMicro: string;
  /** ISO 8601. */
  resetsAt: string;
}

/** The user's own limits and their current use. */
export interface LimitsData {
  /** Dollars as shown in the fields; '' for none. */
  values: Record<LimitField, string>;
  /** Use of the caps that are set. */
  uses: CapUse[];
  /** The threshold that the balance is below, in micro-dollars as text; null when it is not below. */
  lowMicro: string | null;
  /** Whether a mail would reach the user. */
  mail: 'ready' | 'unverified' | 'off';
}

/** The form as the server returned it. */
export interface LimitsAnswer {
  refused: SubmissionResult;
}
