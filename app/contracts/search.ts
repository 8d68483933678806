/** A part of the text of a message around the places that match a query. */
export interface SnippetPart {
  text: string;
  isMatch: boolean;
}

/** A message that a search has found. */
export interface FoundMessage {
  messageId: string;
  conversationId: string;
  title: string;
  /** Its chat is archived. */
  archived: boolean;
  isCreatedByUser: boolean;
  sender: string;
  model: string | null;
  /** In micro-dollars; null for a message that was not charged. */
  costMicro: string | null;
  fileCount: number;
  createdAt: string;
  snippet: SnippetPart[];
}

/** A chat whose title matches a query. */
export interface FoundTitle {
  conversationId: string;
  title: string;
  archived: boolean;
  updatedAt: string;
}

/** A page of results, newest first. */
export interface FoundPage {
  /** Only on the first page. */
  titles: FoundTitle[];
  messages: FoundMessage[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** The query that the results are of, when nothing was found until a letter was changed; null if it was not. */
  corrected: string | null;
}

/** Max characters of a query. */
export const SEARCH_MAX = 200;

/** Number of messages on a page. */
export const SEARCH_PAGE = 20;

/** The conditions that a found message must meet; absent ones are not checked. */
export interface SearchFilters {
  model?: string;
  /** Days in the form 2026-11-29, both inclusive, in UTC. */
  from?: string;
  to?: string;
  role?: 'me' | 'assistant';
  hasCode?: boolean;
  hasImage?: boolean;
  hasFile?: boolean;
  /** In micro-dollars. */
  minCostMicro?: bigint;
}
