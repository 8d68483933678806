import { isId } from '#app/core/platform/ids.ts';
import { selectRows, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

const PAGE_SIZE = 25;

/** A user as the operator's list shows them. */
export interface FoundUser {
  id: string;
  email: string;
  name: string;
  username: string | null;
  role: 'USER' | 'ADMIN';
  bannedAt: Date | null;
  bannedUntil: Date | null;
  /** Set for a row without a person, which only its id finds. */
  deletedAt: Date | null;
  createdAt: Date;
}

const COLUMNS = `id, email, name, username, role, banned_at AS bannedAt, banned_until AS bannedUntil,
  deleted_at AS deletedAt, created_at AS createdAt`;

/** Where a search looks, in this order: each by an index of its own. */
const FIELDS = ['email', 'username', 'name'] as const;
type Field = (typeof FIELDS)[number];

/** The last user of a page: where the next one goes on. */
interface Place {
  field: Field | 'id';
  text: string;
  id: string;
}

/**
 * A page of users: all, the newest first; or those whose address, username or name begins with a text, or whose id it is.
 * @param options.cursor `nextCursor` of the page before; one that this function did not write begins anew
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

interface Found {
  user: FoundUser;
  field: Field | 'id';
}

async function newest(tx: Tx, place: Place | null, limit: number): Promise<Found[]> {
  const below = place?.field === 'id' ? place.id : null;
  const rows = await selectRows<FoundUser>(
    tx,
    `SELECT ${COLUMNS} FROM users WHERE deleted_at IS NULL ${below === null ? '' : 'AND id < ?'}
     ORDER BY id DESC LIMIT ?`,
    [...(below === null ? [] : [below]), limit],
  );
  return rows.map((user) => ({ user, field: 'id' }));
}

async function matching(tx: Tx, search: string, place: Place | null, limit: number): Promise<Found[]> {
  const pattern = `${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const begin = place === null || place.field === 'id' ? 0 : FIELDS.indexOf(place.field);
  const found: Found[] = [];
  for (const field of FIELDS.slice(begin)) {
    const after = place?.field === field ? place : null;
    const rows = await matchingIn(tx, { field, pattern, after, limit: limit - found.length });
    found.push(...rows.map((user) => ({ user, field })));
    if (found.length >= limit) break;
  }
  return found;
}

/** Who was found by an earlier field is not found again by a later one. */
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

function writePlace({ user, field }: Found): string {
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
