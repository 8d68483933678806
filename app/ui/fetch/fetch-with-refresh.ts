import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { refreshSession } from './refresh-session.ts';

/** The session is over: the caller saves the typed text and navigates to /login. */
export class SessionOverError extends Error {
  constructor() {
    super('The session is over');
    this.name = 'SessionOverError';
  }
}

/**
 * `fetch` for our own calls and streams: a 401 triggers one refresh, which all requests await together, and
 * one retry.
 * @param init its body must be text or another type that can be sent twice
 * @throws SessionOverError if there is no session to refresh, or the retry is refused, too
 */
export async function fetchWithRefresh(url: string, init: RequestInit = {}): Promise<Response> {
  const first = await fetch(url, init);
  if (first.status !== 401) return first;
  await first.body?.cancel();
  const origin = parseUrl(url)?.origin ?? '';
  if (!(await refreshSession(origin))) throw new SessionOverError();
  const second = await fetch(url, init);
  if (second.status !== 401) return second;
  await second.body?.cancel();
  throw new SessionOverError();
}
