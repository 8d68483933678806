import { UniqueConstraintError, type Transaction } from 'sequelize';
import { AppError } from '#app/contracts/errors.ts';
import { openAccount } from '#app/core/ledger/open-account.ts';
import { newId } from '#app/core/platform/ids.ts';
import { User } from '#db/models/accounts.ts';
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
  const { creditMicro, ...columns } = user;
  const id = newId();
  try {
    await User.create(
      { ...columns, id, email: normaliseEmail(user.email), consentAt: now, createdAt: now, updatedAt: now },
      { transaction: tx },
    );
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    throw new AppError('conflict', { param: takenField(error), cause: error });
  }
  await openAccount(tx, { userId: id, creditMicro });
  return id;
}

function takenField(error: UniqueConstraintError): string {
  return Object.keys(error.fields).some((key) => key.includes('username')) ? 'username' : 'email';
}
