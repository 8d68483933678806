/** Who is signed in, as the frame of a page shows them. */
export interface FrameAccount {
  userId: string;
  /** The number of their newest event when the page was read. */
  newestEvent: number;
  name: string;
  /** Where their own picture is. */
  avatar: string | null;
  /** Micro-dollars as text; null where the operator pays. */
  balanceMicro: string | null;
  /** Below which it counts as low, as the person has set. */
  lowBelowMicro: string | null;
  hasConversations: boolean;
  /** They have the operator's pages. */
  isAdmin: boolean;
}

/** Where the operator may be found; what is not set is not shown. */
export interface SiteLinks {
  demo: string | null;
  community: string | null;
  feedbackEmail: string | null;
  social: { name: string; url: string }[];
}

/** What every public page needs at its first byte. */
export interface PublicFrameData {
  /** null for a visitor. */
  account: FrameAccount | null;
  isRegistrationOpen: boolean;
  links: SiteLinks;
}
