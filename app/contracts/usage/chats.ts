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
