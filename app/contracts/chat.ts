import type { FileView } from './files/file-view.ts';

/** Parent of the first message of a conversation. */
export const ROOT_ID = '00000000-0000-0000-0000-000000000000';

/** Placeholder conversation ids of the routes. */
export const NEW_CONVERSATION = 'new';
export const DEFAULT_TITLE = 'New Chat';

/** A message as `/api/messages` and the chat's loaders answer it. Money is micro-dollars as text. */
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
  /** True for a message that says what went wrong; `errorCode` and `errorDetail` explain. */
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
  /** Of a reply: how many of the oldest messages its model was not shown, because its window was full. */
  omittedMessages: number;
  /** Of a reply: how many pictures of earlier messages its model was not shown. */
  omittedPictures: number;
  /** What was sent with it, in its order. */
  files: FileView[];
  /** How many of those were deleted since. */
  deletedFiles: number;
  /** Of a reply: what its service suggests to ask next. */
  suggestions: string[];
  createdAt: string;
  updatedAt: string;
}

/** A message on the branch on show, with its place among its siblings. */
export interface BranchMessage extends ChatMessage {
  /** 1-based index among its siblings, and their count: `n/m`. */
  siblingIndex: number;
  siblingCount: number;
  /** The neighbours to switch to, if any. */
  previousSiblingId: string | null;
  nextSiblingId: string | null;
}

/** A conversation as the API answers it. */
export interface ChatConversation {
  conversationId: string;
  title: string;
  endpoint: string;
  model: string;
  user: string;
  createdAt: string;
  updatedAt: string;
}

/** How a message is sent: a new one, another reply, more of the last reply, or a changed message. */
export type SendMode = 'send' | 'regenerate' | 'continue' | 'edit';

/** Characters of a text that is kept without being sent: a draft, or a message that was edited. */
export const TEXT_MAX = 1_000_000;
