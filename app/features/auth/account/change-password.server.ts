import { hashPassword, setPassword } from '#app/core/accounts/credentials/password.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { transaction } from '#db/transaction.ts';
import { verifyCurrentPassword } from './verify-current-password.server.ts';

interface Change {
  caller: Caller;
  currentPassword: string;
  password: string;
  address: string;
}

/**
 * Changes the caller's password and ends all their other sessions.
 * @throws AppError invalid_credentials naming `current_password`; too_many_tries; unavailable
 */
export async function changePassword({ caller, currentPassword, password, address }: Change): Promise<void> {
  const { user, session } = caller;
  await verifyCurrentPassword({ user, currentPassword, address });
  const passwordHash = await hashPassword(password);
  await transaction((tx) => setPassword(tx, { userId: user.id, passwordHash, keepSession: session.id }));
}
