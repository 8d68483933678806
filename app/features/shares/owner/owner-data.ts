import type { SubmissionResult } from '@conform-to/react';
import type { ShareLevel, ShareScope, ShareState } from '#app/contracts/shares/share.ts';

/** A link as its owner sees it. */
export interface OwnShare {
  id: string;
  conversationId: string;
  title: string;
  /** The path of the shared page, and its whole address. */
  path: string;
  url: string;
  state: ShareState;
  level: ShareLevel;
  hasPassword: boolean;
  showsTitleInCard: boolean;
  scope: ShareScope;
  revision: number;
  views: number;
  /** Time of the snapshot, in ISO 8601. */
  updatedAt: string;
  /** null: never. */
  expiresAt: string | null;
}

/** Data of the page on which the owner of a chat manages its links. */
export interface ChatShares {
  conversationId: string;
  title: string;
  /** The name that a link can show; null if the user has none. */
  name: string | null;
  /** The links that open now: those of the operator's setting. */
  access: 'public' | 'members' | 'off';
  /** Newest first; each with its QR code as the address of an image. */
  links: (OwnShare & { qr: string })[];
}

/** A page of the list of all links of a user. */
export interface ShareList {
  links: OwnShare[];
  isOlder: boolean;
  /** The last link of this page, if there are older ones. */
  nextBefore: string | null;
}

/** Result of a form of the page of a chat. */
export interface OwnerAnswer {
  /** The refused form with what was typed: that of a link, or without an id the form for a new one. */
  refused?: SubmissionResult;
  shareId?: string;
  /** In the owner's language. */
  error?: string;
}
