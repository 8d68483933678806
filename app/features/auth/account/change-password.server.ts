import { AppError } from '#app/contracts/errors.ts';
import { findUserById } from '#app/core/accounts/find-user.ts';
import { hashPassword, verifyPassword } from '#app/core/accounts/credentials/password-hash.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { setPassword } from '#app/core/accounts/credentials/set-password.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { takeLoginTry } from '#app/features/auth/limits.server.ts';

interface Change {
  caller: Caller;
  currentPassword: string;
  password: string;
  address: string;
}

/**
 * Changes the caller's password and ends all their other sessions. Wrong current passwords count like wrong
 * sign-ins: who found an open browser must not guess either.
 * @throws AppError invalid_credentials naming `current_password`; too_many_tries; unavailable
 */
export async function changePassword({ caller, currentPassword, password, address }: Change): Promise<void> {
  const { user, session } = caller;
  const giveBack = await takeLoginTry({ email: user.email, address });
  const row = await findUserById(AUTOCOMMIT, user.id);
  if (!(await verifyPassword(row?.passwordHash ?? null, currentPassword)))
    throw new AppError('invalid_credentials', { param: 'current_password' });
  await giveBack();
  const passwordHash = await hashPassword(password);
  await transaction((tx) => setPassword(tx, { userId: user.id, passwordHash, keepSession: session.id }));
}
