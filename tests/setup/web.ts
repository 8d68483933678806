import { beforeAll } from 'vitest';
import { startSession } from '#app/core/accounts/sessions/start-session.ts';
import { setSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { sharedWeb } from './shared-web.ts';
import type { WebProcess } from './web-process.ts';

interface Web {
  /** `http://127.0.0.1:<port>` */
  origin: () => string;
  /** Requests of a browser in which this user is signed in; to this web process, or to another by `origin`. */
  as: (userId: string, origin?: string) => (path: string, init?: RequestInit) => Promise<Response>;
}

/** A web process from the production build, beside the engine of `useEngine`; shared with other test files. */
export function useWeb(): Web {
  let web: WebProcess;
  beforeAll(async () => {
    web = await sharedWeb();
  }, 180_000);
  return {
    origin: () => web.origin,
    as: (userId, origin = web.origin) => {
      const cookie = signIn(userId);
      return async (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('cookie', [await cookie, headers.get('cookie')].filter(Boolean).join('; '));
        headers.set('origin', origin);
        return fetch(origin + path, { ...init, headers, redirect: 'manual' });
      };
    },
  };
}

async function signIn(userId: string): Promise<string> {
  const session = { userId, kind: 'browser' as const, userAgent: null, address: null };
  const header = await setSessionCookie(await startSession(AUTOCOMMIT, session));
  return header.split(';', 1)[0] ?? '';
}
