import type { GenerationState } from '../generation.ts';
import type { TokenUsage } from '../money.ts';

/** Calls per page. */
export const ACTIVITY_SIZE = 10;
/** Maximum number of pages that are counted after the current one. */
export const ACTIVITY_AHEAD = 100;
/** Maximum number of pages of a list; older calls are in a separate list. */
export const ACTIVITY_PAGES = 10_000;

/**
 * One call of a model, in the chat or through the API. Money is micro-dollars as text, times are
 * milliseconds.
 */
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
  /** Tokens by class; null until it has ended, and if nothing was counted. */
  usage: TokenUsage | null;
  chargedMicro: string | null;
  /** It ran on the user's own provider key. */
  ownKey: boolean;
  /** Number of provider calls that were made for it. */
  attempts: number;
  /** From its admission to its first token, and to its end. */
  firstTokenMs: number | null;
  latencyMs: number | null;
  /** ISO 8601. */
  createdAt: string;
}

/**
 * Calls, newest first, starting with the one that `until` names; numbered pages stay stable while new calls
 * arrive.
 */
export interface ActivityPage {
  lines: ActivityLine[];
  /** From 1. */
  page: number;
  /** Number of pages, at least one; if there are many, the number that was counted so far. */
  pages: number;
  /** The first call of the first page; null if there is none. */
  until: string | null;
  /** The first call after the last page, if any: `until` of the list that continues there. */
  older: string | null;
}

/** Chats per page. */
export const CHATS_SIZE = 25;

/** The requests of one chat within a period. */
export interface ChatUsage {
  conversationId: string;
  /** Null for a deleted chat, whose requests are still listed. */
  title: string | null;
  /** Requests in progress are included; their cost is not. */
  requests: number;
  /** Micro-dollars as text. */
  costMicro: string;
  /** ISO 8601: the time of its newest request. */
  lastAt: string;
}

/** A page of chats, by their newest request. Every chat is on one page, with all its requests of the period. */
export interface ChatUsagePage {
  chats: ChatUsage[];
  /** The request that the next page begins with; null at the end. */
  older: string | null;
}
