import { AppError } from '#app/contracts/errors.ts';
import { isBanned } from '#app/core/accounts/bans.ts';
import { isId } from '#app/core/platform/ids.ts';
import { lookUpRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import type { Caller, SessionKind } from './session-user.ts';
import { touchSession } from './session-lifetime.ts';

interface Row {
  kind: SessionKind;
  seen_at: Date;
  user_id: string;
  email: string;
  email_verified_at: Date | null;
  name: string;
  username: string | null;
  avatar: string | null;
  role: 'USER' | 'ADMIN';
  locale: string | null;
  default_model: string | null;
  keeps_calls: number;
  refuses_store: number;
  banned_at: Date | null;
  banned_until: Date | null;
  created_at: Date;
}

/**
 * Finds the user of a session that is neither ended nor expired, unless they have deleted their account.
 * Queried for every request, so that an ended session stops working at once.
 * @returns null when there is no such session
 * @throws AppError ban
 */
export async function findCaller(tx: Tx, sessionId: string, now = new Date()): Promise<Caller | null> {
  if (!isId(sessionId)) return null;
  const row = await lookUpRow<Row>(
    tx,
    `SELECT s.kind, s.seen_at, u.id AS user_id, u.email, u.email_verified_at, u.name, u.username, u.avatar,
       u.role, u.locale, u.default_model, u.keeps_calls, u.refuses_store, u.banned_at, u.banned_until, u.created_at
     FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ? AND s.ended_at IS NULL AND s.expires_at > ? AND u.deleted_at IS NULL`,
    [sessionId, now],
  );
  if (!row) return null;
  if (isBanned({ bannedAt: row.banned_at, bannedUntil: row.banned_until }, now)) throw new AppError('ban');
  await touchSession(tx, sessionId, row.seen_at, now);
  return {
    session: { id: sessionId, kind: row.kind },
    user: {
      id: row.user_id,
      email: row.email,
      emailVerified: row.email_verified_at !== null,
      name: row.name,
      username: row.username,
      avatar: row.avatar,
      role: row.role,
      locale: row.locale,
      defaultModel: row.default_model,
      keepsCalls: row.keeps_calls === 1,
      refusesStore: row.refuses_store === 1,
      createdAt: row.created_at,
    },
  };
}
