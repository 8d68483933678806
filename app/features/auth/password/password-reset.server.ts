import { AppError } from '#app/contracts/errors.ts';
import {
  createResetLink,
  isEmailTokenGood,
  useEmailToken,
} from '#app/core/accounts/credentials/email-tokens.ts';
import { hashPassword, setPassword } from '#app/core/accounts/credentials/password.ts';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { appUrl, isLoopback } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { takeMailRequest } from '#app/features/auth/limits.server.ts';
import { mailLink } from '#app/features/auth/mail-link.server.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

interface Reset {
  userId: string;
  token: string;
  password: string;
}

/** How this installation resets passwords: by mail, by a link on the page, or by its operator. */
export type ResetWay = 'mail' | 'inline' | 'operator';

/** Returns whether a reset link is valid. */
export function isResetLinkGood({ userId, token }: { userId: string; token: string }): Promise<boolean> {
  return isEmailTokenGood(AUTOCOMMIT, { userId, token, purpose: 'reset' });
}

/**
 * Sets a new password with a reset link, invalidates the link and ends all sessions of the user.
 * @throws AppError invalid_reset_token; of several concurrent calls exactly one succeeds
 */
export async function resetPassword({ userId, token, password }: Reset): Promise<void> {
  // Checked before the expensive hash, so that invented links cost little.
  if (!(await isResetLinkGood({ userId, token }))) throw new AppError('invalid_reset_token');
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    if (!(await useEmailToken(tx, { userId, token, purpose: 'reset' })))
      throw new AppError('invalid_reset_token');
    await setPassword(tx, { userId, passwordHash });
  });
}

/**
 * Returns `mail` if mail is set up; `inline` only for a browser on this machine, or if the operator allows it
 * for all.
 */
function resetWay(isLocal: boolean): ResetWay {
  if (canSendMail()) return 'mail';
  return config().ALLOW_INLINE_RESET || (isLocal && isLoopback(appUrl())) ? 'inline' : 'operator';
}

/**
 * Requests a reset. By mail an unknown address gets the same response in the same time, and no mail. Inline
 * it is an error: the link itself would reveal the account anyway.
 * @returns the link, if it may be shown
 * @throws AppError not_found (inline only), too_many_tries, unavailable
 */
export async function requestReset(request: {
  email: string;
  address: string;
  /** The request comes from this machine. */
  isLocal: boolean;
}): Promise<{ way: ResetWay; link: string | null }> {
  await takeMailRequest(request);
  const way = resetWay(request.isLocal);
  if (way === 'operator') return { way, link: null };
  const user = await findUserByEmail(AUTOCOMMIT, request.email);
  if (!user) {
    if (way === 'inline') throw new AppError('not_found', { param: 'email' });
    return { way, link: null };
  }
  if (way === 'inline') return { way, link: await createResetLink(AUTOCOMMIT, user.id) };
  // Not awaited: for an unknown address there is nothing to write.
  createResetLink(AUTOCOMMIT, user.id).then(
    (link) => mailLink('reset', user, link),
    (error: unknown) => logger().error({ error: errorFacts(error) }, 'reset link not made'),
  );
  return { way, link: null };
}
