/**
 * States of an archive of all chats and files: no worker has begun it, one writes it, it can be downloaded, or
 * it could not be written.
 */
export type ArchiveState = 'waiting' | 'writing' | 'ready' | 'failed';

/** An archive as its owner sees it. */
export interface ArchiveView {
  state: ArchiveState;
  /** Chats that are written so far, and all of them. */
  chats: number;
  allChats: number;
  /** null until it is ready. */
  bytes: number | null;
  createdAt: string;
  expiresAt: string | null;
}

/** The page with the archive. */
export const ARCHIVE_PAGE_PATH = '/settings/data';

/** The address of the forms of the archive, on the same page. */
export const ARCHIVE_ACTION = `${ARCHIVE_PAGE_PATH}?archive`;

/** Tells whether a request sends a form of the archive. */
export const isArchiveForm = (url: string): boolean => new URL(url).searchParams.has('archive');

/** The archive itself. */
export const ARCHIVE_PATH = `${ARCHIVE_PAGE_PATH}/archive`;
