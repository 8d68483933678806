import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { findListedUser, listUsers } from '#app/core/accounts/user-directory.ts';
import { findKeyNames, findKeyOwner } from '#app/core/api-keys/key-names.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Assignee } from '../usage-page.ts';
import { noticeOf, type Notice, type UsageFilter } from './usage-query.ts';

/** Users that are offered; any other can be named by the address. */
const OFFERED = 200;

interface Resolved<Query> {
  query: Query;
  notices: Notice[];
  /** Whose calls are shown; null for everybody's. */
  userId: string | null;
  keyName: string | null;
}

/**
 * What of a filter its asker may look at: for who is no administrator their own calls, whoever is named. A user or a key
 * that is not there, or not the user's, is left out.
 */
export async function resolveFilter<Query extends UsageFilter>(
  asker: SessionUser,
  asked: Query,
): Promise<Resolved<Query>> {
  const notices: Notice[] = [];
  const isAdmin = asker.role === 'ADMIN';
  const query = { ...asked, user: isAdmin ? asked.user : null };
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

/** Whom an administrator can choose: the newest users, and the one that is chosen; null for who is no administrator. */
export async function listAssignees(
  { role }: SessionUser,
  chosen: string | null,
): Promise<Assignee[] | null> {
  if (role !== 'ADMIN') return null;
  const users = await listUsers(AUTOCOMMIT, { limit: OFFERED });
  const isOffered = chosen === null || users.some(({ id }) => id === chosen);
  const other = isOffered ? null : await findListedUser(AUTOCOMMIT, chosen);
  return [...(other ? [other] : []), ...users].map(({ id, name, email }) => ({ id, name, email }));
}
