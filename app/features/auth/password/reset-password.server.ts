import { AppError } from '#app/contracts/errors.ts';
import { isEmailTokenGood, useEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { hashPassword, setPassword } from '#app/core/accounts/credentials/password.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

interface Reset {
  userId: string;
  token: string;
  password: string;
}

/** True while a reset link would work. */
export function isResetLinkGood({ userId, token }: { userId: string; token: string }): Promise<boolean> {
  return isEmailTokenGood(AUTOCOMMIT, { userId, token, purpose: 'reset' });
}

/**
 * Sets a new password with a reset link, uses the link up and ends all sessions of the user.
 * @throws AppError invalid_reset_token; of several at once exactly one succeeds
 */
export async function resetPassword({ userId, token, password }: Reset): Promise<void> {
  // Looked at before the costly hash, so that made-up links cost little.
  if (!(await isResetLinkGood({ userId, token }))) throw new AppError('invalid_reset_token');
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    if (!(await useEmailToken(tx, { userId, token, purpose: 'reset' })))
      throw new AppError('invalid_reset_token');
    await setPassword(tx, { userId, passwordHash });
  });
}
