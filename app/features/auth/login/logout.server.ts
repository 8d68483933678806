import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { endSession } from '#app/core/accounts/sessions/sessions.ts';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { clearSessionCookie, readSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Signs the browser out and redirects to /login, even when the session's row cannot be reached. */
export async function actOnLogout({ request, context }: ActionFunctionArgs): Promise<Response> {
  const sessionId = await readSessionCookie(request);
  if (sessionId !== null)
    await endSession(AUTOCOMMIT, sessionId).catch((error: unknown) => {
      logger().error({ requestId: context.requestId, error: errorFacts(error) }, 'session not ended');
    });
  return redirect('/login', { headers: { 'set-cookie': await clearSessionCookie() } });
}
