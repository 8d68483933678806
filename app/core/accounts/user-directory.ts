import { Op } from 'sequelize';
import { isId } from '#app/core/platform/ids.ts';
import { User } from '#db/models/accounts.ts';
import { selectRow, selectRows, type SqlValue } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';

const PAGE_SIZE = 25;

/** A user in the operator's list. */
export interface FoundUser {
  id: string;
  email: string;
  name: string;
  username: string | null;
  role: 'USER' | 'ADMIN';
  bannedAt: Date | null;
  bannedUntil: Date | null;
  /** Set in the row of a deleted user, which is found only by its id. */
  deletedAt: Date | null;
  createdAt: Date;
}

const COLUMNS = `id, email, name, username, role, banned_at AS bannedAt, banned_until AS bannedUntil,
  deleted_at AS deletedAt, created_at AS createdAt`;

/** The fields that are searched, in this order: each has an index. */
const FIELDS = ['email', 'username', 'name'] as const;

type Field = (typeof FIELDS)[number];

/** The position of the last user of a page, at which the next one continues. */
interface Place {
  field: Field | 'id';
  text: string;
  id: string;
}

/** A user as an operator sees them: no hash, no secret. */
export interface UserProfile extends FoundUser {
  emailVerifiedAt: Date | null;
  locale: string | null;
  defaultModel: string | null;
  banReason: string | null;
}

/** A user in the administrators' list. */
export interface ListedUser {
  id: string;
  name: string;
  email: string;
  username: string | null;
  avatar: string | null;
  role: 'USER' | 'ADMIN';
  createdAt: Date;
}

const LISTED_ATTRIBUTES = ['id', 'name', 'email', 'username', 'avatar', 'role', 'createdAt'];

/** Date formats of the first moment of an hour, a day or a month, in UTC, which connections use. */
const STARTS = { hour: '%Y-%m-%d %H:00:00', day: '%Y-%m-%d 00:00:00', month: '%Y-%m-01 00:00:00' };

/**
 * A page of users: all, newest first; or those whose address, username or name begins with a text, or with
 * this id.
 * @param options.cursor `nextCursor` of the previous page; an invalid one starts at the first page
 */
export async function searchUsers(
  tx: Tx,
  { search, cursor, limit = PAGE_SIZE }: { search: string; cursor: string | null; limit?: number },
): Promise<{ users: FoundUser[]; nextCursor: string | null }> {
  const place = cursor === null ? null : readPlace(cursor);
  const wanted = search.trim();
  if (isId(wanted.toLowerCase())) {
    const found = await selectRows<FoundUser>(tx, `SELECT ${COLUMNS} FROM users WHERE id = ?`, [
      wanted.toLowerCase(),
    ]);
    return { users: found, nextCursor: null };
  }
  const found =
    wanted === '' ? await newest(tx, place, limit + 1) : await matching(tx, wanted, place, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    users: shown.map(({ user }) => user),
    nextCursor: found.length > limit && last ? writePlace(last) : null,
  };
}

interface UserMatch {
  user: FoundUser;
  field: Field | 'id';
}

async function newest(tx: Tx, place: Place | null, limit: number): Promise<UserMatch[]> {
  const below = place?.field === 'id' ? place.id : null;
  const rows = await selectRows<FoundUser>(
    tx,
    `SELECT ${COLUMNS} FROM users WHERE deleted_at IS NULL ${below === null ? '' : 'AND id < ?'}
     ORDER BY id DESC LIMIT ?`,
    [...(below === null ? [] : [below]), limit],
  );
  return rows.map((user) => ({ user, field: 'id' }));
}

async function matching(tx: Tx, search: string, place: Place | null, limit: number): Promise<UserMatch[]> {
  const pattern = `${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const begin = place === null || place.field === 'id' ? 0 : FIELDS.indexOf(place.field);
  const found: UserMatch[] = [];
  for (const field of FIELDS.slice(begin)) {
    const after = place?.field === field ? place : null;
    const rows = await matchingIn(tx, { field, pattern, after, limit: limit - found.length });
    found.push(...rows.map((user) => ({ user, field })));
    if (found.length >= limit) break;
  }
  return found;
}

/** Users who match an earlier field are excluded from later ones. */
async function matchingIn(
  tx: Tx,
  { field, pattern, after, limit }: { field: Field; pattern: string; after: Place | null; limit: number },
): Promise<FoundUser[]> {
  const earlier = FIELDS.slice(0, FIELDS.indexOf(field));
  const values: SqlValue[] = [pattern, ...earlier.map(() => pattern)];
  if (after) values.push(after.text, after.text, after.id);
  return selectRows<FoundUser>(
    tx,
    `SELECT ${COLUMNS} FROM users WHERE ${field} LIKE ?
     ${earlier.map((one) => `AND (${one} IS NULL OR ${one} NOT LIKE ?)`).join(' ')}
     ${after ? `AND ${field} >= ? AND (${field} > ? OR id > ?)` : ''}
     AND deleted_at IS NULL ORDER BY ${field}, id LIMIT ?`,
    [...values, limit],
  );
}

function writePlace({ user, field }: UserMatch): string {
  return Buffer.from(JSON.stringify([field, user[field] ?? '', user.id])).toString('base64url');
}

/** Far longer than a name and an id. */
const CURSOR_MAX = 1_000;

function readPlace(cursor: string): Place | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor.slice(0, CURSOR_MAX), 'base64url').toString());
    const [field, text, id] = Array.isArray(parts) ? (parts as unknown[]) : [];
    const known = ([...FIELDS, 'id'] as const).find((one) => one === field);
    return known && typeof text === 'string' && isId(id) ? { field: known, text, id } : null;
  } catch {
    return null;
  }
}

/** Finds the user with this id, deleted ones too, or null. */
export async function findProfile(tx: Tx, id: string): Promise<UserProfile | null> {
  if (!isId(id)) return null;
  const row = await selectRow<UserProfile>(
    tx,
    `SELECT id, email, email_verified_at AS emailVerifiedAt, name, username, role, locale,
       default_model AS defaultModel, banned_at AS bannedAt, banned_until AS bannedUntil, ban_reason AS banReason,
       deleted_at AS deletedAt, created_at AS createdAt
     FROM users WHERE id = ?`,
    [id],
  );
  return row ?? null;
}

/** The addresses of users who have not deleted their account, by id. */
export async function emailsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; email: string }>(
    tx,
    'SELECT id, email FROM users WHERE id IN (?) AND deleted_at IS NULL',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/**
 * A page of all users who have not deleted their account, newest first.
 * @param before id of the last user of the previous page (ids are in order of time)
 */
export async function listUsers(
  tx: Autocommit,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ListedUser[]> {
  return User.findAll({
    attributes: LISTED_ATTRIBUTES,
    where: { deletedAt: null, ...(before === undefined ? {} : { id: { [Op.lt]: before } }) },
    order: [['id', 'DESC']],
    limit,
    transaction: tx,
    raw: true,
  });
}

/** Finds one of them; null for an unknown id, or that of a deleted account. */
export async function findListedUser(tx: Autocommit, id: string): Promise<ListedUser | null> {
  return User.findOne({
    attributes: LISTED_ATTRIBUTES,
    where: { id, deletedAt: null },
    transaction: tx,
    raw: true,
  });
}

/**
 * Net change of the number of users, by the hour, day or month (UTC) that begins at `at`, oldest first. A
 * user who deletes the account counts as minus one.
 */
export async function countUsersBy(
  tx: Tx,
  grain: keyof typeof STARTS,
): Promise<{ at: Date; users: number }[]> {
  const rows = await selectRows<{ at: string; users: string }>(
    tx,
    `SELECT at, SUM(users) AS users FROM (
       SELECT DATE_FORMAT(created_at, ?) AS at, COUNT(*) AS users FROM users GROUP BY 1
       UNION ALL
       SELECT DATE_FORMAT(deleted_at, ?) AS at, -COUNT(*) AS users FROM users WHERE deleted_at IS NOT NULL GROUP BY 1
     ) AS changes GROUP BY at ORDER BY at`,
    [STARTS[grain], STARTS[grain]],
  );
  return rows.map(({ at, users }) => ({ at: new Date(`${at.replace(' ', 'T')}Z`), users: Number(users) }));
}
