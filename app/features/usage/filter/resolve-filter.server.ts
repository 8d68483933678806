import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { findListedUser, listUsers } from '#app/core/accounts/user-directory.ts';
import { findKeyNames, findKeyOwner } from '#app/core/api-keys/key-names.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Assignee } from '../usage-page.ts';
import { noticeOf, type Notice, type UsageFilter } from './usage-query.ts';

/** The number of users in the list; the address can name any other. */
const MAX_OFFERED = 200;

interface Resolved<Query> {
  query: Query;
  notices: Notice[];
  /** The user whose calls are shown; null for all users. */
  userId: string | null;
  keyName: string | null;
}

/**
 * Limits a filter to the calls that the asker may see: for users who are not administrators their own,
 * whatever the filter says. Drops a user or a key that does not exist, and a key that does not belong to the
 * user.
 */
export async function resolveFilter<Query extends UsageFilter>(
  asker: SessionUser,
  requested: Query,
): Promise<Resolved<Query>> {
  const notices: Notice[] = [];
  const isAdmin = asker.role === 'ADMIN';
  const query = { ...requested, user: isAdmin ? requested.user : null };
  if (query.user !== null && !(await findListedUser(AUTOCOMMIT, query.user))) {
    notices.push(noticeOf('user', query.user));
    query.user = null;
  }
  const userId = isAdmin ? query.user : asker.id;
  if (query.source === null) return { query, notices, userId, keyName: null };
  const owner = await findKeyOwner(AUTOCOMMIT, query.source);
  if (owner === null || (userId !== null && owner !== userId)) {
    notices.push(noticeOf('source', query.source));
    return { query: { ...query, source: null }, notices, userId, keyName: null };
  }
  const names = await findKeyNames(AUTOCOMMIT, [query.source]);
  return { query, notices, userId, keyName: names.get(query.source) ?? null };
}

/** The users that an administrator can choose: the newest ones, and the chosen one; null for other users. */
export async function listAssignees(
  { role }: SessionUser,
  chosen: string | null,
): Promise<Assignee[] | null> {
  if (role !== 'ADMIN') return null;
  const users = await listUsers(AUTOCOMMIT, { limit: MAX_OFFERED });
  const isOffered = chosen === null || users.some(({ id }) => id === chosen);
  const other = isOffered ? null : await findListedUser(AUTOCOMMIT, chosen);
  return [...(other ? [other] : []), ...users].map(({ id, name, email }) => ({ id, name, email }));
}
