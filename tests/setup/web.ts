import { beforeAll } from 'vitest';
import { sharedWeb } from './shared-web.ts';
import { signedIn, type SignedInFetch } from './signed-in.ts';
import type { WebProcess } from './web-process.ts';

interface Web {
  /** `http://127.0.0.1:<port>` */
  origin: () => string;
  /** Requests of a browser in which this user is signed in; to this web process, or to another by `origin`. */
  as: (userId: string, origin?: string) => SignedInFetch;
}

/** A web process from the production build, beside the engine of `useEngine`; shared with other test files. */
export function useWeb(): Web {
  let web: WebProcess;
  beforeAll(async () => {
    web = await sharedWeb();
  }, 180_000);
  return {
    origin: () => web.origin,
    as: (userId, origin = web.origin) => signedIn(userId, origin),
  };
}
