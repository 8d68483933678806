import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE } from '#app/http/session/cookies.ts';
import { WrittenResponse, type Answer } from './written-response.ts';

/** No cache keeps it, the browser's own included: after signing out nothing of it is found. */
const PRIVATE = 'private, no-store';

/** All that a page of ours depends on beside its address: who reads it, their theme and their language. */
const DEPENDS_ON = 'Cookie, Accept-Language';

/**
 * Says who may keep the answer of a page, where its route has not said so itself: nobody, when the request has a session
 * or begins one, or when it sent a form; else each cache for readers of the same cookies and language.
 * Calls and files, which write their answers themselves, say it themselves.
 * @param response its headers are changed
 */
export function withPageCaching(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  response: Answer,
): Answer {
  if (response instanceof WrittenResponse) return response;
  const isRead = method === 'GET' || method === 'HEAD';
  const isOfSomebody = headers.cookie?.includes(`${SESSION_COOKIE}=`) || response.headers.has('set-cookie');
  if (!response.headers.has('cache-control') && (!isRead || isOfSomebody))
    response.headers.set('cache-control', PRIVATE);
  response.headers.append('vary', DEPENDS_ON);
  return response;
}
