import type { SubmissionResult } from '@conform-to/react';
import type { SpendingWindow } from '#app/contracts/spending-limits.ts';

/** The fields of the form, in their order. */
export const LIMIT_FIELDS = ['daily', 'monthly', 'below'] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];

/** How far a cap is used. Money is micro-dollars as text. */
export interface CapUse {
  window: SpendingWindow;
  capMicro: string;
  /** Charged and held. */
  usedMicro: string;
  heldMicro: string;
  /** ISO 8601. */
  resetsAt: string;
}

/** What a person has set for the own account, and where it stands. */
export interface LimitsData {
  /** Dollars as they stand in the fields; '' for none. */
  values: Record<LimitField, string>;
  /** Of the caps that are set. */
  uses: CapUse[];
  /** The amount that the balance is below, in micro-dollars as text; null while it is not. */
  lowMicro: string | null;
  /** Whether a mail would reach the person. */
  mail: 'ready' | 'unverified' | 'off';
}

/** The form as it came back. */
export interface LimitsAnswer {
  refused: SubmissionResult;
}
