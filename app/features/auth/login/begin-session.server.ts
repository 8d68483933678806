import { redirect, type AppLoadContext } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { setSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

interface Beginning {
  userId: string;
  request: ApiRequest;
  context: AppLoadContext;
}

/** Signs the browser in and sends it on to a path of ours. */
export async function beginBrowserSession({
  to,
  ...beginning
}: Beginning & { to: string }): Promise<Response> {
  const sessionId = await beginSession({ ...beginning, kind: 'browser' });
  return redirect(to, { headers: { 'set-cookie': await setSessionCookie(sessionId) } });
}

/** Begins a session with what the request tells of its origin. */
export function beginSession({
  userId,
  kind,
  request,
  context,
}: Beginning & { kind: 'browser' | 'api' }): Promise<string> {
  const userAgent = request.headers.get('user-agent');
  return startSession(AUTOCOMMIT, { userId, kind, userAgent, address: context.clientAddress });
}
