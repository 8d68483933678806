import type { FileView } from '#app/contracts/files/file-view.ts';

/** What the composer needs to know of the pictures of its message. */
export interface FilesState {
  /** Of those that are uploaded. */
  ids: readonly string[];
  isUploading: boolean;
  /** Some that were chosen last will not be there. */
  hasFailed: boolean;
}

/** What the composer does with them. */
export interface FilesHandle {
  attach: (files: readonly (File | FileView)[]) => void;
  /** They have gone with a message. */
  clear: () => void;
  /** The message was refused: they are to be sent again. */
  giveBack: () => void;
}
