import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';
import { isShareToken, SHARE_PASSWORD_MAX } from '#app/contracts/shares/share.ts';
import { isBanned } from '#app/core/accounts/bans.ts';
import { verifyPassword } from '#app/core/accounts/credentials/password.ts';
import { findUserById } from '#app/core/accounts/user.ts';
import { config } from '#app/core/platform/config.ts';
import { countedAddress, takeTry } from '#app/core/platform/throttle.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findByToken, stateOf, type Share } from './share.ts';

/** The reader of a link: signed in or not, and the pass that they got for its password. */
interface ShareReader {
  userId: string | null;
  /** Result of `unlockShare`, as the reader's browser stores it; null for none. */
  pass: string | null;
}

/** The outcome of opening a link: its content may be read, or the reader has to sign in or give a password first. */
type Opening = { state: 'open' | 'sign-in' | 'password'; share: Share };

/**
 * Opens a link for a reader. Its owner needs no password.
 * @throws AppError not_found for a token that is malformed, unknown, revoked or expired, for a link of a
 * deleted or banned user, and while the operator has switched links off: all are indistinguishable
 */
export async function openShare(token: string, reader: ShareReader): Promise<Opening> {
  const share = await findOpen(token);
  if (reader.userId === share.userId) return { state: 'open', share };
  const needsUser = share.level === 'members' || config().SHARE_LINKS === 'members';
  if (needsUser && reader.userId === null) return { state: 'sign-in', share };
  const isLocked = share.passwordHash !== null && !isPass(share, reader.pass);
  return { state: isLocked ? 'password' : 'open', share };
}

/**
 * Checks the password of a link. Wrong passwords are counted by link and by address.
 * @returns the pass, valid until the password is changed
 * @throws AppError not_found as `openShare`; forbidden naming `password` for a wrong one; too_many_tries;
 * unavailable while tries cannot be counted
 */
export async function unlockShare(
  token: string,
  { address, password }: { address: string; password: string },
): Promise<string> {
  const share = await findOpen(token);
  const { LIMIT_SHARE_TRIES: limit, LIMIT_SHARE_TRIES_WINDOW: seconds } = config();
  const giveBack = await takeTry(
    [
      { key: `share:link:${share.id}`, limit },
      { key: `share:address:${countedAddress(address)}`, limit },
    ],
    seconds,
  );
  const isShort = password.length <= SHARE_PASSWORD_MAX;
  const isRight = isShort && (await verifyPassword(share.passwordHash, password));
  if (!isRight) throw new AppError('forbidden', { param: 'password', message: 'This password is wrong.' });
  await giveBack();
  return passOf(share);
}

/** True if users of this server can create links and readers can open them. */
export function areLinksOn(): boolean {
  return config().SHARE_LINKS !== 'off';
}

async function findOpen(token: string): Promise<Share> {
  const share = areLinksOn() && isShareToken(token) ? await findByToken(AUTOCOMMIT, token) : null;
  const isActive = share !== null && stateOf(share) === 'active';
  const owner = isActive ? await findUserById(AUTOCOMMIT, share.userId) : null;
  if (!isActive || owner === null || owner.deletedAt !== null || isBanned(owner))
    throw new AppError('not_found', { message: 'There is no such link.' });
  return share;
}

/** Bound to the stored hash, which is salted: any change of the password makes another pass. */
function passOf({ id, passwordHash }: Share, secret = secrets()[0] ?? ''): string {
  return createHmac('sha256', secret).update(`share ${id} ${passwordHash}`).digest('base64url');
}

function isPass(share: Share, given: string | null): boolean {
  const pass = Buffer.from(given ?? '');
  return secrets().some((secret) => {
    const expected = Buffer.from(passOf(share, secret));
    return expected.length === pass.length && timingSafeEqual(expected, pass);
  });
}

/** The first signs, all verify. */
function secrets(): string[] {
  return config()
    .SESSION_SECRET.split(',')
    .map((secret) => secret.trim());
}
