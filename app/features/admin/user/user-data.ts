import type { AuditLine } from '../audit/audit-data.ts';

/** Max length of the reason for a grant or a ban. */
export const REASON_MAX = 200;

/** Forms and buttons of a user's page; the value of their field `act`. */
export const USER_ACTS = ['grant', 'ban', 'unban', 'endSessions', 'makeAdmin', 'removeAdmin'] as const;

/** Data of a user; times are ISO 8601, money is in micro-dollars, as text. */
export interface UserFacts {
  id: string;
  email: string;
  isVerified: boolean;
  name: string;
  username: string | null;
  isAdmin: boolean;
  isDeleted: boolean;
  createdAt: string;
  /** Null without a current ban. */
  ban: { since: string; until: string | null; reason: string | null } | null;
  balanceMicro: string;
  heldMicro: string;
}

export interface UserSession {
  id: string;
  isApi: boolean;
  agent: string | null;
  address: string | null;
  seenAt: string;
}

export interface UserKey {
  id: string;
  name: string;
  /** `sk-par-Ab3d…` */
  value: string;
  state: 'active' | 'disabled' | 'expired' | 'replaced' | 'revoked';
  lastUsedAt: string | null;
}

export interface UserData {
  user: UserFacts;
  /** The page shows the reader's own account: actions that would lock them out are not offered. */
  isSelf: boolean;
  sessions: UserSession[];
  sessionCount: number;
  keys: UserKey[];
  keyCount: number;
  trail: AuditLine[];
  /** Prevents double credit when the form is sent twice. */
  grantId: string;
}
