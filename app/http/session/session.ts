import type { AppLoadContext } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { findCaller } from '#app/core/accounts/sessions/caller.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { verifyAccessToken } from './access-token.ts';
import { authCookies } from './cookies.ts';

/** One look-up for all loaders of a request: they share its context. */
const callers = new WeakMap<AppLoadContext, Promise<Caller | null>>();

/**
 * Finds the sender of a request: by `Authorization: Bearer` access token, else by the browser's session
 * cookie. If the token is invalid, the cookie is not used.
 * @returns null for a visitor
 * @throws AppError ban
 */
export async function readCaller(request: ApiRequest, context: AppLoadContext): Promise<Caller | null> {
  let caller = callers.get(context);
  if (!caller) {
    caller = lookUp(request);
    callers.set(context, caller);
  }
  return caller;
}

async function lookUp(request: ApiRequest): Promise<Caller | null> {
  const authorization = request.headers.get('authorization');
  const sessionId =
    authorization === null
      ? await readSessionCookie(request)
      : await verifyAccessToken(authorization.replace(/^Bearer\s+/i, ''));
  return sessionId === null ? null : findCaller(AUTOCOMMIT, sessionId);
}

/**
 * The id in the browser's session cookie if our signature is on it; it does not check whether the session is
 * still valid.
 */
export async function readSessionCookie(request: ApiRequest): Promise<string | null> {
  const value: unknown = await authCookies().session.parse(request.headers.get('cookie'));
  return typeof value === 'string' ? value : null;
}

/** `Set-Cookie` that signs a browser in. */
export function setSessionCookie(sessionId: string): Promise<string> {
  return authCookies().session.serialize(sessionId);
}

/** `Set-Cookie` that signs a browser out. */
export function clearSessionCookie(): Promise<string> {
  return authCookies().session.serialize('', { maxAge: 0 });
}
