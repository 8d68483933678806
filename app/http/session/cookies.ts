import { createCookie, type Cookie } from '@remix-run/node';
import { config } from '#app/core/platform/config.ts';

export const SESSION_COOKIE = 'parlance_session';
export const REFRESH_COOKIE = 'parlance_refresh';

/** Browsers keep a cookie for 400 days at most. The session's row decides when a session is over, not the cookie. */
const KEPT_SECONDS = 400 * 24 * 3600;

let cookies: { session: Cookie; refresh: Cookie } | undefined;

/**
 * The two signed cookies: `session` holds the id of a browser's session, `refresh` the `<session>.<number>`
 * of an API client's refresh token and goes to `/api/auth` only. SESSION_SECRET is a list: the first signs,
 * all verify.
 */
export function authCookies(): { session: Cookie; refresh: Cookie } {
  if (cookies) return cookies;
  const { SESSION_SECRET, APP_URL } = config();
  const shared = {
    httpOnly: true,
    secure: APP_URL?.startsWith('https:') ?? false,
    maxAge: KEPT_SECONDS,
    secrets: SESSION_SECRET.split(',').map((secret) => secret.trim()),
  };
  cookies = {
    session: createCookie(SESSION_COOKIE, { ...shared, path: '/', sameSite: 'lax' }),
    refresh: createCookie(REFRESH_COOKIE, { ...shared, path: '/api/auth', sameSite: 'strict' }),
  };
  return cookies;
}
