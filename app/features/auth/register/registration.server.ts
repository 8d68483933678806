import { AppError } from '#app/contracts/errors.ts';
import { isAdminEmail, signupCredit } from '#app/core/accounts/credentials/email-address.ts';
import { hashPassword } from '#app/core/accounts/credentials/password.ts';
import { createUser, normaliseEmail } from '#app/core/accounts/user.ts';
import { config } from '#app/core/platform/config.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { takeRegistration } from '#app/features/auth/limits.server.ts';
import { sendVerification } from '#app/features/auth/verification/verify-page.server.ts';
import { transaction } from '#db/transaction.ts';

interface Registration {
  name: string;
  username: string | null;
  email: string;
  password: string;
  address: string;
  /** Language of the page; also that of the user's mails. */
  locale: string;
}

/**
 * Opens an account: the user, their account with the sign-up credit, and, if mail is set up, a link to verify
 * the address, which then adds the credit. The administrator's address gets its role at once only when no
 * mail can verify it.
 * @returns the new user's id
 * @throws AppError registration_disabled; conflict naming `email` or `username`; too_many_tries; unavailable
 */
export async function register(registration: Registration): Promise<string> {
  const { ALLOW_REGISTRATION, ADMIN_EMAIL } = config();
  if (!ALLOW_REGISTRATION) throw new AppError('registration_disabled');
  await takeRegistration(registration.address);
  const { name, username, locale } = registration;
  const email = normaliseEmail(registration.email);
  const passwordHash = await hashPassword(registration.password);
  const role = !canSendMail() && isAdminEmail(email, ADMIN_EMAIL) ? 'ADMIN' : 'USER';
  // With mail the address must be verified first: otherwise invented accounts would yield free credit.
  const creditMicro = canSendMail() ? 0n : signupCredit();
  const userId = await transaction((tx) =>
    createUser(tx, { email, name, username, passwordHash, role, locale, creditMicro }),
  );
  if (canSendMail()) await sendVerification({ id: userId, email, name, locale });
  return userId;
}
