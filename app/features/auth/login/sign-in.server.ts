import { redirect, type AppLoadContext } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isBanned } from '#app/core/accounts/bans.ts';
import { verifyPassword } from '#app/core/accounts/credentials/password.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { takeLoginTry } from '#app/features/auth/limits.server.ts';
import { setSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

interface Credentials {
  email: string;
  password: string;
  /** Address that the try comes from. */
  address: string;
}

interface Beginning {
  userId: string;
  request: ApiRequest;
  context: AppLoadContext;
}

/**
 * Returns the user of these credentials. An unknown address takes the same path, the same time and the same
 * answer as a wrong password; a ban is reported only after the correct password.
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

/** Signs the browser in and redirects it to a path of this application. */
export async function beginBrowserSession({
  to,
  ...beginning
}: Beginning & { to: string }): Promise<Response> {
  const sessionId = await beginSession({ ...beginning, kind: 'browser' });
  return redirect(to, { headers: { 'set-cookie': await setSessionCookie(sessionId) } });
}

/** Begins a session and records the origin of the request. */
export function beginSession({
  userId,
  kind,
  request,
  context,
}: Beginning & { kind: 'browser' | 'api' }): Promise<string> {
  const userAgent = request.headers.get('user-agent');
  return startSession(AUTOCOMMIT, { userId, kind, userAgent, address: context.clientAddress });
}
