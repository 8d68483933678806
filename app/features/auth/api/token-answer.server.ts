import { AppError } from '#app/contracts/errors.ts';
import { findCaller } from '#app/core/accounts/sessions/caller.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { signAccessToken } from '#app/http/session/access-token.ts';
import { setRefreshToken } from '#app/http/session/cookies.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { viewUser } from './user-view.server.ts';

/**
 * The answer of every call that signs in or refreshes: `{ token, user }`, and the refresh token as a cookie.
 * @param counter number of the refresh token; null for a browser's session, which needs none
 * @throws AppError unauthenticated when the session is over, ban
 */
export async function tokenAnswer(
  { sessionId, counter }: { sessionId: string; counter: number | null },
  status = 200,
): Promise<JsonResponse> {
  const caller = await findCaller(AUTOCOMMIT, sessionId);
  if (!caller) throw new AppError('unauthenticated', { message: 'The session is over.' });
  const token = await signAccessToken({ userId: caller.user.id, sessionId });
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (counter !== null) headers['set-cookie'] = await setRefreshToken({ sessionId, counter });
  const user = await viewUser(AUTOCOMMIT, caller.user);
  return new JsonResponse({ token, user }, { status, headers });
}
