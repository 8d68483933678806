import type { SharedMessageState } from '#app/contracts/shares/share.ts';

/** A file of a shared message, under the address of the link. */
export interface SharedFileView {
  path: string;
  /** null for a video without a poster. */
  thumbnail: string | null;
  name: string;
  isVideo: boolean;
  width: number;
  height: number;
}

/** A shared message as the page shows it. */
export interface SharedMessageView {
  place: number;
  isOwn: boolean;
  /** Name of the model or persona of a reply; the owner's name above a message, or null. */
  signature: string | null;
  /** Text of the owner's message; '' for a reply. */
  text: string;
  /** Text of a reply as HTML; null for a message of the owner, and for a reply without text. */
  html: string | null;
  thinking: string | null;
  state: SharedMessageState;
  files: SharedFileView[];
  /** Number of its files that are not shared or were deleted. */
  missingFiles: number;
  siblingIndex: number;
  siblingCount: number;
  /** Addresses of the page with the neighboring sibling in its place. */
  previous: string | null;
  next: string | null;
}

/** Data of the page of a link that opens. */
export interface SharedChat {
  state: 'open';
  token: string;
  title: string;
  author: string | null;
  prompt: string | null;
  /** Time of the snapshot, in ISO 8601. */
  updatedAt: string;
  revision: number;
  messages: SharedMessageView[];
  /** At least one message contains a formula. */
  math: boolean;
  /** Addresses of the pages before and after this one. */
  earlier: string | null;
  later: string | null;
  /** The reader's next copy has this id, so that a repeated form is harmless. */
  copyId: string;
  /** True if files of this page, which are not copied, are shown. */
  hasFiles: boolean;
  /** The reader is signed in. */
  canContinue: boolean;
  /** The title that previews of the link show; null: the name of the product. */
  cardTitle: string | null;
  /** Address for reports of abuse; null if the operator has none. */
  report: string | null;
}

/** Data of the page of a link that needs a password. */
export interface LockedChat {
  state: 'password';
  token: string;
  report: string | null;
}

/** Result of a form of the page. */
export interface SharedAnswer {
  /** The problem with the password, in the reader's language. */
  password?: string;
  /** The link was updated since the reader opened it. */
  isOutdated?: boolean;
}
