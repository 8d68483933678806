import { createCookie, type Cookie } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { config } from '#app/core/platform/config.ts';

export const SESSION_COOKIE = 'parlance_session';

export const REFRESH_COOKIE = 'parlance_refresh';

/**
 * Browsers store a cookie for 400 days at most. The session's row decides when a session is over, not the
 * cookie.
 */
const COOKIE_SECONDS = 400 * 24 * 3600;

let cookies: { session: Cookie; refresh: Cookie } | undefined;

/** A refresh token names its session and its number; the cookie's signature makes it unforgeable. */
interface RefreshToken {
  sessionId: string;
  counter: number;
}

/**
 * The two signed cookies: `session` holds the id of a browser's session, `refresh` the `<session>.<number>`
 * of an API client's refresh token and is sent to `/api/auth` only. SESSION_SECRET is a list: the first
 * signs, all verify.
 */
export function authCookies(): { session: Cookie; refresh: Cookie } {
  if (cookies) return cookies;
  const { SESSION_SECRET, APP_URL } = config();
  const shared = {
    httpOnly: true,
    secure: APP_URL?.startsWith('https:') ?? false,
    maxAge: COOKIE_SECONDS,
    secrets: SESSION_SECRET.split(',').map((secret) => secret.trim()),
  };
  cookies = {
    session: createCookie(SESSION_COOKIE, { ...shared, path: '/', sameSite: 'lax' }),
    refresh: createCookie(REFRESH_COOKIE, { ...shared, path: '/api/auth', sameSite: 'strict' }),
  };
  return cookies;
}

/** Reads the refresh token of a request; null if there is none with our signature. */
export async function readRefreshToken(request: ApiRequest): Promise<RefreshToken | null> {
  const value: unknown = await authCookies().refresh.parse(request.headers.get('cookie'));
  const match = typeof value === 'string' ? /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(value) : null;
  return match ? { sessionId: match[1] as string, counter: Number(match[2]) } : null;
}

/**
 * `Set-Cookie` with a refresh token. The same token always has the same signature, so its successor can be
 * recomputed.
 */
export function setRefreshToken({ sessionId, counter }: RefreshToken): Promise<string> {
  return authCookies().refresh.serialize(`${sessionId}.${counter}`);
}

export function clearRefreshToken(): Promise<string> {
  return authCookies().refresh.serialize('', { maxAge: 0 });
}
