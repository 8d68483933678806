import type { InferAttributes } from 'sequelize';
import type { User } from '#db/models/accounts.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { isId } from '#app/core/platform/ids.ts';
import { normaliseEmail } from './normalise-email.ts';

/** A user's whole row, hash included: for this room only, never for an answer. */
export type UserRow = InferAttributes<User>;

const COLUMNS = `id, email, email_verified_at AS emailVerifiedAt, name, username, avatar,
  password_hash AS passwordHash, role, locale, default_model AS defaultModel, consent_at AS consentAt,
  banned_at AS bannedAt, banned_until AS bannedUntil, ban_reason AS banReason, deleted_at AS deletedAt, created_at AS createdAt,
  updated_at AS updatedAt`;

/** The user with this very address, or null. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const wanted = normaliseEmail(email);
  const user = await selectRow<UserRow>(tx, `SELECT ${COLUMNS} FROM users WHERE email = ?`, [wanted]);
  // The column's collation takes é for e; for an address they are two.
  return user?.email === wanted ? user : null;
}

export async function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  if (!isId(id)) return null;
  return (await selectRow<UserRow>(tx, `SELECT ${COLUMNS} FROM users WHERE id = ?`, [id])) ?? null;
}
