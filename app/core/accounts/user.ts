import type { InferAttributes } from 'sequelize';
import { AppError } from '#app/contracts/errors.ts';
import { openAccount } from '#app/core/ledger/account-lifecycle.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { duplicateKey } from '#db/errors.ts';
import type { User } from '#db/models/accounts.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

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

interface NewUser {
  email: string;
  name: string;
  username: string | null;
  /** null for a person who signs in elsewhere. */
  passwordHash: string | null;
  role: 'USER' | 'ADMIN';
  locale: string | null;
  /** Micro-dollars that the account begins with. */
  creditMicro: bigint;
}

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

/** An address as it is stored and looked up: people type capitals and spaces that mean nothing. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Has transactions that count what somebody has wait for each other: of that there may be no row yet to lock. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await selectRow(tx, 'SELECT id FROM users WHERE id = ? FOR UPDATE', [userId]);
}

/**
 * Creates a user with an account of money. The time of creation is the time of consent to the terms.
 * @throws AppError conflict naming `email` or `username` when somebody else has it
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
    const taken = duplicateKey(error);
    if (taken === null) throw error;
    throw new AppError('conflict', {
      param: taken.includes('username') ? 'username' : 'email',
      cause: error,
    });
  }
  await openAccount(tx, { userId: id, creditMicro });
  return id;
}
