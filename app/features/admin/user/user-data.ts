import type { AuditLine } from '../audit/audit-data.ts';

/** Longest reason for a grant or a ban. */
export const REASON_MAX = 200;

/** The forms of a user's page; the value of their field `act`. */
export const USER_ACTS = ['grant', 'ban', 'unban', 'endSessions', 'makeAdmin', 'removeAdmin'] as const;

/** What is known of a user; times are ISO 8601, money micro-dollars as text. */
export interface UserFacts {
  id: string;
  email: string;
  isVerified: boolean;
  name: string;
  username: string | null;
  isAdmin: boolean;
  isDeleted: boolean;
  createdAt: string;
  /** Null where no ban is in force. */
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
  /** The page is about who reads it: what would shut them out is not offered. */
  isSelf: boolean;
  sessions: UserSession[];
  sessionCount: number;
  keys: UserKey[];
  keyCount: number;
  trail: AuditLine[];
  /** Makes the form for credit harmless when it is sent twice. */
  grantId: string;
}
