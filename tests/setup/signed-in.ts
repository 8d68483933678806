import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { setSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Sends a request of a signed-in browser. */
export type SignedInFetch = (path: string, init?: RequestInit) => Promise<Response>;

/** @param origin `http://127.0.0.1:<port>` of a web process */
export function signedIn(userId: string, origin: string): SignedInFetch {
  const cookie = sessionCookie(userId);
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [await cookie, headers.get('cookie')].filter(Boolean).join('; '));
    headers.set('origin', origin);
    return fetch(origin + path, { ...init, headers, redirect: 'manual' });
  };
}

/** `name=value` of a new session. */
export async function sessionCookie(userId: string): Promise<string> {
  const session = { userId, kind: 'browser' as const, userAgent: null, address: null };
  const header = await setSessionCookie(await startSession(AUTOCOMMIT, session));
  return header.split(';', 1)[0] ?? '';
}
