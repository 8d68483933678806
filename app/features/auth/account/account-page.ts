export const ACCOUNT_PATH = '/settings/account';

/** A session as its owner sees it in the list. */
export interface AccountSession {
  id: string;
  /** The one that shows the list. */
  current: boolean;
  api: boolean;
  /** `Firefox · Linux`; null for an unknown client. */
  agent: string | null;
  address: string | null;
  /** ISO 8601. */
  createdAt: string;
  seenAt: string;
}
