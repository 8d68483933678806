import { AppError } from '#app/contracts/errors.ts';
import { findCaller } from '#app/core/accounts/sessions/caller.ts';
import { refreshSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { endSession } from '#app/core/accounts/sessions/sessions.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { signAccessToken } from '#app/http/session/access-token.ts';
import { clearRefreshToken, readRefreshToken, setRefreshToken } from '#app/http/session/cookies.ts';
import { clearSessionCookie, readCaller, readSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { viewUser } from './user-calls.server.ts';

/**
 * POST /api/auth/refresh: returns `{ token, user }`. An API client's refresh token is exchanged for its
 * successor; a browser uses its session cookie. `?retry=true` marks a repeated call; the call is the same.
 */
export const refreshCall = endpoint({ auth: 'none' }, async ({ request }) => {
  const token = await readRefreshToken(request);
  if (token) {
    const counter = await refreshSession(AUTOCOMMIT, token);
    if (counter === null) return refused();
    return tokenAnswer({ sessionId: token.sessionId, counter });
  }
  const sessionId = await readSessionCookie(request);
  if (sessionId === null) return refused();
  return tokenAnswer({ sessionId, counter: null });
});

async function refused(): Promise<Response> {
  const answer = errorResponse(new AppError('unauthenticated', { message: 'Please sign in.' }));
  answer.headers.append('set-cookie', await clearRefreshToken());
  return answer;
}

/** POST /api/auth/logout: ends the sessions of the token and the cookies, and clears the cookies. */
export const logoutCall = endpoint({ auth: 'none' }, async ({ request, context }) => {
  const headers = new Headers();
  headers.append('set-cookie', await clearSessionCookie());
  headers.append('set-cookie', await clearRefreshToken());
  const token = await readRefreshToken(request);
  if (token) await endSession(AUTOCOMMIT, token.sessionId);
  const caller = await readCaller(request, context).catch(() => null);
  if (caller) await endSession(AUTOCOMMIT, caller.session.id);
  return new Response(null, { status: 204, headers });
});

/**
 * Returns the response of every call that signs in or refreshes: `{ token, user }`, and the refresh token as
 * a cookie.
 * @param counter number of the refresh token; null for a browser's session, which needs none
 * @throws AppError unauthenticated when the session is over, ban
 */
export async function tokenAnswer(
  { sessionId, counter }: { sessionId: string; counter: number | null },
  status = 200,
): Promise<JsonResponse> {
  const caller = await findCaller(AUTOCOMMIT, sessionId);
  if (!caller) throw new AppError('unauthenticated', { message: 'The session has ended.' });
  const token = await signAccessToken({ userId: caller.user.id, sessionId });
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (counter !== null) headers['set-cookie'] = await setRefreshToken({ sessionId, counter });
  const user = await viewUser(AUTOCOMMIT, caller.user);
  return new JsonResponse({ token, user }, { status, headers });
}
