/** How far back a dashboard looks. */
export const DATE_INTERVALS = ['1D', '1W', '1M', 'ALL'] as const;
export type DateInterval = (typeof DATE_INTERVALS)[number];

/** What a dashboard is narrowed to. */
export interface DashboardFilter {
  /** Whose calls; null for everybody's, which an ADMIN may ask for. */
  userId: string | null;
  model: string | null;
  /** The key that calls were made with. */
  keyId: string | null;
  dateInterval: DateInterval;
}

/** Figures of all calls that ended in some time. Money is micro-dollars as text, charged and not negated; times in ms. */
export interface CallFigures {
  requests: number;
  errors: number;
  inputTokens: number;
  outputTokens: number;
  costMicro: string;
  firstTokenP50Ms: number | null;
  firstTokenP95Ms: number | null;
}

/** One bar of a chart: calls that ended within an hour, day or month (UTC) that begins at this time (ISO 8601). */
export interface CallBucket extends CallFigures {
  at: string;
}

export interface RankedName {
  /** A model's id, a key's id, an application's id. */
  id: string;
  /** Null where it has no name any more (a key that is gone). */
  name: string | null;
  requests: number;
  costMicro: string;
}

export interface Dashboard {
  bucket: 'hour' | 'day' | 'month';
  /** ISO 8601; of ALL the first call there was. */
  from: string;
  to: string;
  totals: CallFigures;
  /** Oldest first, without holes: a time without calls has zeros. At most 120. */
  buckets: CallBucket[];
  /** At most five each, most requests first. */
  topModels: RankedName[];
  topKeys: RankedName[];
  applications: RankedName[];
  /** How many users there were at the end of each bucket; null for who is no ADMIN. */
  userGrowth: { totalUsers: number; buckets: { at: string; users: number }[] } | null;
}

/** The newest comparison of what is kept twice. `what`: roll-ups against rows, balances against ledgers. */
export interface Reconciliation {
  what: 'usage' | 'balances' | 'holds';
  checkedAt: string;
  compared: number;
  mismatches: number;
  /** The first of them, in words for an operator. */
  examples: string[];
}
