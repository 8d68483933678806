import type { InferAttributes } from 'sequelize';
import { AppError } from '#app/contracts/errors.ts';
import { openAccount } from '#app/core/ledger/account-lifecycle.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { duplicateKey } from '#db/errors.ts';
import type { User } from '#db/models/accounts.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** A user's whole row, hash included: for this folder only, never for a response. */
export type UserRow = InferAttributes<User>;

const COLUMNS = `id, email, email_verified_at AS emailVerifiedAt, name, username, avatar,
  password_hash AS passwordHash, role, locale, default_model AS defaultModel,
  keeps_calls AS keepsCalls, refuses_store AS refusesStore, consent_at AS consentAt,
  banned_at AS bannedAt, banned_until AS bannedUntil, ban_reason AS banReason, deleted_at AS deletedAt, created_at AS createdAt,
  updated_at AS updatedAt`;

/** The row as the database returns it: flags are numbers there. */
type Row = Omit<UserRow, 'keepsCalls' | 'refusesStore'> & Record<'keepsCalls' | 'refusesStore', number>;

const toUser = (row: Row): UserRow => ({
  ...row,
  keepsCalls: row.keepsCalls === 1,
  refusesStore: row.refusesStore === 1,
});

interface NewUser {
  email: string;
  name: string;
  username: string | null;
  /** null for a user who signs in elsewhere. */
  passwordHash: string | null;
  role: 'USER' | 'ADMIN';
  locale: string | null;
  /** Initial credit of the account, in micro-dollars. */
  creditMicro: bigint;
}

/** Finds the user with exactly this address, or null. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const wanted = normaliseEmail(email);
  const row = await selectRow<Row>(tx, `SELECT ${COLUMNS} FROM users WHERE email = ?`, [wanted]);
  // The column's collation treats é as e; addresses must be equal.
  return row?.email === wanted ? toUser(row) : null;
}

export async function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  if (!isId(id)) return null;
  const row = await selectRow<Row>(tx, `SELECT ${COLUMNS} FROM users WHERE id = ?`, [id]);
  return row ? toUser(row) : null;
}

/** Normalizes an address for storage and lookup: upper case and surrounding spaces do not matter. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Serializes transactions that count rows of a user: there may be no such row yet to lock. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await selectRow(tx, 'SELECT id FROM users WHERE id = ? FOR UPDATE', [userId]);
}

/**
 * Creates a user with a ledger account. The time of creation is the time of consent to the terms.
 * @throws AppError conflict naming `email` or `username` when another user has it
 * @returns the user's id
 */
export async function createUser(tx: Transaction, user: NewUser, now = new Date()): Promise<string> {
  const { email, name, username, passwordHash, role, locale, creditMicro } = user;
  const id = newId();
  try {
    await change(
      tx,
      `INSERT INTO users (id, email, name, username, password_hash, role, locale, consent_at, created_at, updated_at)
       VALUES (?)`,
      [[id, normaliseEmail(email), name, username, passwordHash, role, locale, now, now, now]],
    );
  } catch (error) {
    const index = duplicateKey(error);
    if (index === null) throw error;
    throw new AppError('conflict', {
      param: index.includes('username') ? 'username' : 'email',
      cause: error,
    });
  }
  await openAccount(tx, { userId: id, creditMicro });
  return id;
}
