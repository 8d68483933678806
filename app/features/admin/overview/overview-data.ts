import type { Reconciliation } from '#app/contracts/usage/dashboard.ts';
import { OPERATOR_PATHS } from '../operator-paths.ts';

/** Kinds of items that may need attention. */
export const ATTENTION = ['payments', 'jobs', 'breakers', 'mismatches', 'confirm'] as const;
export type AttentionName = (typeof ATTENTION)[number];

export const RECONCILIATION_ID = 'reconciliation';

/** Page of each kind. */
export const ATTENTION_PATHS: Record<AttentionName, string> = {
  payments: OPERATOR_PATHS.payments,
  jobs: OPERATOR_PATHS.jobs,
  breakers: OPERATOR_PATHS.providers,
  mismatches: `${OPERATOR_PATHS.overview}#${RECONCILIATION_ID}`,
  confirm: OPERATOR_PATHS.catalogue,
};

export interface OverviewData {
  /** Null when it is currently unknown. */
  counts: Record<AttentionName, number | null>;
  reconciliations: Reconciliation[];
}
