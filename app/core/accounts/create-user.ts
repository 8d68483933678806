import { AppError } from '#app/contracts/errors.ts';
import { openAccount } from '#app/core/ledger/open-account.ts';
import { newId } from '#app/core/platform/ids.ts';
import { duplicateKey } from '#db/errors.ts';
import { change } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { normaliseEmail } from './normalise-email.ts';

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
