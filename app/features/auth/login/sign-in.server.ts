import { AppError } from '#app/contracts/errors.ts';
import { isBanned } from '#app/core/accounts/bans.ts';
import { verifyPassword } from '#app/core/accounts/credentials/password.ts';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { takeLoginTry } from '#app/features/auth/limits.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

interface Credentials {
  email: string;
  password: string;
  /** Where the try comes from. */
  address: string;
}

/**
 * Who these credentials belong to. An unknown address takes the same way, the same time and the same answer
 * as a wrong password; that an account is banned is told only to who knows its password.
 * @returns the user's id
 * @throws AppError invalid_credentials, too_many_tries, ban, unavailable
 */
export async function signIn({ email, password, address }: Credentials): Promise<string> {
  const giveBack = await takeLoginTry({ email, address });
  const user = await findUserByEmail(AUTOCOMMIT, email);
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user || !right) throw new AppError('invalid_credentials');
  await giveBack();
  if (isBanned(user)) throw new AppError('ban');
  return user.id;
}
