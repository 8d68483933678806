import type { GenerationState } from '../generation.ts';
import type { TokenUsage } from '../money.ts';

/** Calls on a page. */
export const ACTIVITY_SIZE = 10;
/** So many pages after the one that is shown are counted, at most. */
export const ACTIVITY_AHEAD = 100;
/** A list has no more pages; what is older is a list of its own. */
export const ACTIVITY_PAGES = 10_000;

/** One call of a model, in the chat or through the API. Money is micro-dollars as text, times are milliseconds. */
export interface ActivityLine {
  id: string;
  userId: string;
  kind: 'chat' | 'api' | 'playground';
  state: GenerationState;
  model: string;
  provider: string;
  offerId: string | null;
  keyId: string | null;
  applicationId: string | null;
  /** Tokens by class; null until it has ended, and where nothing was counted. */
  usage: TokenUsage | null;
  chargedMicro: string | null;
  /** It ran on its person's own key for a provider. */
  ownKey: boolean;
  /** Calls of a provider that were made for it. */
  attempts: number;
  /** From the moment it was admitted to its first word, and to its end. */
  firstTokenMs: number | null;
  latencyMs: number | null;
  /** ISO 8601. */
  createdAt: string;
}

/** Calls, newest first, from the one that `until` names on; numbered pages stay as they are while new calls arrive. */
export interface ActivityPage {
  lines: ActivityLine[];
  /** From 1. */
  page: number;
  /** How many pages there are, at least one; where there are many, those that were counted so far. */
  pages: number;
  /** The first call of the first page; null where there is none. */
  until: string | null;
  /** The first call that the pages do not hold, if any: `until` of a list that goes on there. */
  older: string | null;
}
