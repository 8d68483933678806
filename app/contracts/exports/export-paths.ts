/** The page of the export of a conversation. */
export const exportPagePath = (conversationId: string): string => `/chat/${conversationId}/export`;

/** The file of an export; takes the query of `exportQuery`. */
export const exportFilePath = (conversationId: string): string => `/chat/${conversationId}/export/file`;

/** The conversation as a page to print; `?branches` for all branches. */
export const printPath = (conversationId: string): string => `/chat/${conversationId}/print`;
