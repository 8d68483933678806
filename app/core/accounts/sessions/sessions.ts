import { Op, type InferAttributes } from 'sequelize';
import { isId } from '#app/core/platform/ids.ts';
import { Session } from '#db/models/accounts.ts';
import { change, changeInBatches, selectRow, selectRows } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';
import type { SessionKind } from './session-user.ts';

/** A session as its owner sees it. */
export type ListedSession = Pick<
  InferAttributes<Session>,
  'id' | 'kind' | 'userAgent' | 'address' | 'createdAt' | 'seenAt'
>;

/** Max sessions in the list; "end all others" ends the rest, too. */
const MAX_LISTED = 100;

/** A session in its owner's data export: without its tokens. */
interface StoredSession {
  id: string;
  kind: SessionKind;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  seenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

/** Ends the session that its own token or cookie names. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await change(
    tx,
    'UPDATE sessions FORCE INDEX (PRIMARY) SET ended_at = ? WHERE id = ? AND ended_at IS NULL',
    [new Date(), sessionId],
  );
}

/**
 * Ends one session of a user.
 * @returns false when it is not theirs, does not exist, or has ended
 */
export async function endOwnSession(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  if (!isId(sessionId)) return false;
  const ended = await change(
    tx,
    'UPDATE sessions FORCE INDEX (PRIMARY) SET ended_at = ? WHERE id = ? AND user_id = ? AND ended_at IS NULL',
    [new Date(), sessionId, userId],
  );
  return ended === 1;
}

/**
 * Ends every session of a user except `keep`.
 * @returns how many were ended
 */
export async function endAllSessions(
  tx: Tx,
  { userId, keep = '' }: { userId: string; keep?: string },
): Promise<number> {
  return change(tx, 'UPDATE sessions SET ended_at = ? WHERE user_id = ? AND id <> ? AND ended_at IS NULL', [
    new Date(),
    userId,
    keep,
  ]);
}

/** Lists the valid sessions of a user, most recently used first. */
export async function listSessions(
  tx: Autocommit,
  userId: string,
  now = new Date(),
): Promise<ListedSession[]> {
  return Session.findAll({
    attributes: ['id', 'kind', 'userAgent', 'address', 'createdAt', 'seenAt'],
    where: { userId, endedAt: null, expiresAt: { [Op.gt]: now } },
    order: [
      ['seenAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: MAX_LISTED,
    transaction: tx,
    raw: true,
  });
}

/**
 * Lists stored sessions of a user, ended ones too, in the order of their ids.
 * @param page.after the last id of the previous page; '' for the first page
 */
export function pageSessions(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<StoredSession[]> {
  return selectRows<StoredSession>(
    tx,
    `SELECT id, kind, user_agent AS userAgent, address, created_at AS createdAt, seen_at AS seenAt,
       expires_at AS expiresAt, ended_at AS endedAt
     FROM sessions WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, max],
  );
}

/**
 * Returns those of these sessions that are valid: not ended, not expired, their user neither banned nor
 * deleted.
 */
export async function liveSessions(tx: Tx, ids: string[], now = new Date()): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id IN (?) AND s.ended_at IS NULL AND s.expires_at > ?
       AND u.deleted_at IS NULL AND (u.banned_at IS NULL OR u.banned_until <= ?)`,
    [ids, now, now],
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Finds the owner of an expired session.
 * @returns the user's id; null when the session is valid, was ended explicitly, or never existed
 */
export async function findExpiredOwner(tx: Tx, sessionId: string, now = new Date()): Promise<string | null> {
  if (!isId(sessionId)) return null;
  const row = await selectRow<{ user_id: string }>(
    tx,
    'SELECT user_id FROM sessions WHERE id = ? AND ended_at IS NULL AND expires_at <= ?',
    [sessionId, now],
  );
  return row?.user_id ?? null;
}

/**
 * Deletes sessions that ended or expired more than `days` ago, and mail links that expired as long ago.
 * @param batch rows of each at a time
 * @returns how many rows were deleted
 */
export async function pruneSessions(days: number, batch = 1000): Promise<number> {
  const sessions = await changeInBatches(
    'DELETE FROM sessions WHERE expires_at < NOW(3) - INTERVAL ? DAY OR ended_at < NOW(3) - INTERVAL ? DAY LIMIT ?',
    [days, days],
    batch,
  );
  const links = await changeInBatches(
    'DELETE FROM email_tokens WHERE expires_at < NOW(3) - INTERVAL ? DAY LIMIT ?',
    [days],
    batch,
  );
  return sessions + links;
}
