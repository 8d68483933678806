/** Maximum length of a folder's name, in characters. */
export const FOLDER_NAME_MAX = 80;

/** Maximum number of a user's folders: all are listed at once. */
export const FOLDERS_MAX = 100;

/** A folder of chats. */
export interface Folder {
  folderId: string;
  name: string;
}

/** The page of all folders. */
export const FOLDERS_PATH = '/chat/folders';

/** The page of a folder. */
export const folderPath = (folderId: string): string => `${FOLDERS_PATH}/${folderId}`;

/** The page that moves a chat to a folder. */
export const movePath = (conversationId: string): string => `/chat/${conversationId}/folder`;
