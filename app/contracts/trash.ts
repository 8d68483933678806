/** Days for which deleted chats and messages can be restored; they are deleted for good then. */
export const TRASH_DAYS = 30;

/** The deleted part of a chat: a message with all that follows it, or only the message. */
export const DELETE_SCOPES = ['branch', 'message'] as const;
export type DeleteScope = (typeof DELETE_SCOPES)[number];

/** An entry of the trash, as the API and the page of the trash list it. */
export interface TrashEntry {
  id: string;
  kind: 'chat' | DeleteScope;
  /** The chat that was deleted, or that the messages belong to. */
  conversationId: string;
  /** The title of that chat. */
  title: string;
  /** The beginning of the first message; null for a chat. */
  excerpt: string | null;
  /** The number of messages; null for a chat. */
  messageCount: number | null;
  deletedAt: string;
  /** The time after which it is deleted for good. */
  endsAt: string;
}

/** A page of the trash; `nextCursor` is null at its end. */
export interface TrashPage {
  entries: TrashEntry[];
  nextCursor: string | null;
}
