import type { InferAttributes } from 'sequelize';
import type { User } from '#db/models/accounts.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { isId } from '#app/core/platform/ids.ts';
import { normaliseEmail } from './normalise-email.ts';

/** A user's whole row, hash included: for this room only, never for an answer. */
export type UserRow = InferAttributes<User>;

const COLUMNS = `id, email, email_verified_at AS emailVerifiedAt, name, username, avatar,
  password_hash AS passwordHash, role, locale, default_model AS defaultModel,
  keeps_calls AS keepsCalls, refuses_store AS refusesStore, consent_at AS consentAt,
  banned_at AS bannedAt, banned_until AS bannedUntil, ban_reason AS banReason, deleted_at AS deletedAt, created_at AS createdAt,
  updated_at AS updatedAt`;

/** The row as the database answers it: a flag is a number there. */
type Row = Omit<UserRow, 'keepsCalls' | 'refusesStore'> & Record<'keepsCalls' | 'refusesStore', number>;

const toUser = (row: Row): UserRow => ({
  ...row,
  keepsCalls: row.keepsCalls === 1,
  refusesStore: row.refusesStore === 1,
});

/** The user with this very address, or null. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const wanted = normaliseEmail(email);
  const row = await selectRow<Row>(tx, `SELECT ${COLUMNS} FROM users WHERE email = ?`, [wanted]);
  // The column's collation takes é for e; for an address they are two.
  return row?.email === wanted ? toUser(row) : null;
}

export async function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  if (!isId(id)) return null;
  const row = await selectRow<Row>(tx, `SELECT ${COLUMNS} FROM users WHERE id = ?`, [id]);
  return row ? toUser(row) : null;
}
