import type { SubmissionResult } from '@conform-to/react';
import type { ChatConversation } from '#app/contracts/chat.ts';
import type { Folder } from '#app/contracts/folders.ts';

/** A page of the chats in a folder. */
export interface FolderData {
  folder: Folder;
  conversations: ChatConversation[];
  nextCursor: string | null;
}

/** The folders that a chat can be moved to, and the one that it is in. */
export interface MoveData {
  conversationId: string;
  title: string;
  folderId: string | null;
  folders: Folder[];
}

/** The refused form with its errors, or an error of the whole page. */
export interface FolderAnswer {
  refused?: SubmissionResult;
  error?: string;
}
