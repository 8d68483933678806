import { AppError } from '#app/contracts/errors.ts';
import { findUserById } from '#app/core/accounts/user.ts';
import { verifyPassword } from '#app/core/accounts/credentials/password.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { takeLoginTry } from '#app/features/auth/limits.server.ts';

interface Claim {
  user: SessionUser;
  currentPassword: string;
  /** The caller's network address. */
  address: string;
}

/**
 * Makes sure that it is the owner who sits at the browser. Wrong passwords count like wrong sign-ins: who found an
 * open browser must not guess either.
 * @throws AppError invalid_credentials naming `current_password`; too_many_tries; unavailable
 */
export async function verifyCurrentPassword({ user, currentPassword, address }: Claim): Promise<void> {
  const giveBack = await takeLoginTry({ email: user.email, address });
  const row = await findUserById(AUTOCOMMIT, user.id);
  if (!(await verifyPassword(row?.passwordHash ?? null, currentPassword)))
    throw new AppError('invalid_credentials', { param: 'current_password' });
  await giveBack();
}
