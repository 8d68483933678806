import type { FileView } from './files/file-view.ts';

/** The parent id of the first message of a conversation. */
export const ROOT_ID = '00000000-0000-0000-0000-000000000000';

/** Placeholder for a conversation id in the routes. */
export const NEW_CONVERSATION = 'new';
/** Query of the page of a new temporary conversation. */
export const TEMPORARY = 'temporary=1';
export const DEFAULT_TITLE = 'New Chat';

/** Max characters of a search in titles. */
export const TITLE_SEARCH_MAX = 200;

/** A message as `/api/messages` and the chat's loaders return it. Money is micro-dollars as text. */
export interface ChatMessage {
  messageId: string;
  clientId: string | null;
  conversationId: string;
  parentMessageId: string;
  generationId: string | null;
  sender: string;
  text: string;
  thinking: string | null;
  isCreatedByUser: boolean;
  isEdited: boolean;
  /** True for a message that reports a failure; `errorCode` and `errorDetail` explain it. */
  error: boolean;
  errorCode: string | null;
  errorDetail: string | null;
  unfinished: boolean;
  cancelled: boolean;
  /** True while its reply is queued or running. */
  submitting: boolean;
  finish_reason: string | null;
  endpoint: string | null;
  model: string | null;
  costMicro: string | null;
  /**
   * Of a reply: the number of oldest messages that were not sent to its model, because its window was full.
   */
  omittedMessages: number;
  /** Of a reply: the number of images of earlier messages that were not sent to its model. */
  omittedPictures: number;
  /** The files that were sent with it, in their order. */
  files: FileView[];
  /** The number of its files that were deleted since. */
  deletedFiles: number;
  /** Of a reply: follow-up questions that its provider suggests. */
  suggestions: string[];
  createdAt: string;
  updatedAt: string;
}

/** A message on the visible branch, with its position among its siblings. */
export interface BranchMessage extends ChatMessage {
  /** 1-based index among its siblings, and their count: `n/m`. */
  siblingIndex: number;
  siblingCount: number;
  /** The siblings to switch to, if any. */
  previousSiblingId: string | null;
  nextSiblingId: string | null;
}

/** A conversation as the API returns it. */
export interface ChatConversation {
  conversationId: string;
  title: string;
  endpoint: string;
  model: string;
  user: string;
  /** At the top of the list. */
  pinned: boolean;
  /** In the list of archived chats. */
  archived: boolean;
  /** The folder that it is in; null for none. */
  folderId: string | null;
  /** The time at which a temporary chat is deleted; null for a chat that stays. */
  expiresAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * The way in which a message is sent: a new message, another reply, a continuation of the last reply, or an
 * edited message.
 */
export type SendMode = 'send' | 'regenerate' | 'continue' | 'edit';

/**
 * Maximum number of characters of a text that is stored without being sent: a draft, or an edited message.
 */
export const TEXT_MAX = 1_000_000;

/**
 * Max bytes of a body with a text of TEXT_MAX, in any script: the error for a longer text names its field,
 * not the body.
 */
export const TEXT_BYTES = 8 * TEXT_MAX;
