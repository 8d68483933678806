import { useRouteLoaderData } from '@remix-run/react';

/** The logged-in user, for the frame of a page. */
export interface FrameAccount {
  userId: string;
  /** The number of the user's newest event when the page was read. */
  newestEvent: number;
  name: string;
  /** The address of the user's own avatar; null without one. */
  avatar: string | null;
  /** Micro-dollars as text; null if the operator pays. */
  balanceMicro: string | null;
  /** The user's threshold for a low balance, in micro-dollars as text; null if none is set. */
  lowBelowMicro: string | null;
  hasConversations: boolean;
  /** Whether the user has access to the operator's pages. */
  isAdmin: boolean;
}

/** The operator's links; those that are not set are not shown. */
export interface SiteLinks {
  demo: string | null;
  community: string | null;
  feedbackEmail: string | null;
  social: { name: string; url: string }[];
}

/** The data that every page needs in its first byte. */
export interface FrameData {
  /** null for a visitor. */
  account: FrameAccount | null;
  isRegistrationOpen: boolean;
  links: SiteLinks;
}

/** Returns the data of the frame around a page. */
export function useFrame(): FrameData {
  const frame = useRouteLoaderData<FrameData>('routes/_shell');
  if (!frame) throw new Error('The page has no frame.');
  return frame;
}
