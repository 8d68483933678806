/** The period of a dashboard. */
export const DATE_INTERVALS = ['1D', '1W', '1M', 'ALL'] as const;
export type DateInterval = (typeof DATE_INTERVALS)[number];

/** The filter of a dashboard. */
export interface DashboardFilter {
  /** The user whose calls are shown; null for all users, which only an ADMIN may request. */
  userId: string | null;
  model: string | null;
  /** The key that the calls were made with. */
  keyId: string | null;
  dateInterval: DateInterval;
}

/**
 * Figures of all calls that ended in a period. Money is micro-dollars as text, charged and not negated; times
 * in ms.
 */
export interface CallFigures {
  requests: number;
  errors: number;
  inputTokens: number;
  outputTokens: number;
  costMicro: string;
  firstTokenP50Ms: number | null;
  firstTokenP95Ms: number | null;
}

/**
 * One bar of a chart: calls that ended within the hour, day or month (UTC) that begins at this time (ISO
 * 8601).
 */
export interface CallBucket extends CallFigures {
  at: string;
}

export interface RankedName {
  /** Id of a model, a key or an application. */
  id: string;
  /** Null if it has no name any more (a deleted key). */
  name: string | null;
  requests: number;
  costMicro: string;
}

export interface Dashboard {
  bucket: 'hour' | 'day' | 'month';
  /** ISO 8601; for ALL the time of the first call. */
  from: string;
  to: string;
  totals: CallFigures;
  /** Oldest first, without gaps: a period without calls has zeros. At most 120. */
  buckets: CallBucket[];
  /** At most five each, most requests first. */
  topModels: RankedName[];
  topKeys: RankedName[];
  applications: RankedName[];
  /** Number of users at the end of each bucket; null unless the reader is an ADMIN. */
  userGrowth: { totalUsers: number; buckets: { at: string; users: number }[] } | null;
}

/**
 * The newest comparison of data that is stored twice. `what`: roll-ups against rows, balances against
 * ledgers.
 */
export interface Reconciliation {
  what: 'usage' | 'balances' | 'holds';
  checkedAt: string;
  compared: number;
  mismatches: number;
  /** The first mismatches, described for an operator. */
  examples: string[];
}
