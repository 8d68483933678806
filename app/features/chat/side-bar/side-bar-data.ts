import type { ChatConversation } from '#app/contracts/chat.ts';

/** What the loader of the side bar answers. */
export interface SideBarData {
  conversations: ChatConversation[];
  nextCursor: string | null;
  /** Where the list on the page begins; null at its newest. */
  cursor: string | null;
  /** The server's clock, by which both sides group the list. */
  now: string;
}
