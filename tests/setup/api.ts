import { afterAll, beforeAll, vi } from 'vitest';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { serveApi, type ApiServer } from './api-server.ts';
import { signedIn, type SignedInFetch } from './signed-in.ts';
import { webSettings } from './unserved-model.ts';

interface Api {
  /** `http://127.0.0.1:<port>`; for `useApi` known before it listens. */
  origin: () => string;
  /** Requests of a browser in which this user is signed in; to this server, or to another by `origin`. */
  as: (userId: string, origin?: string) => SignedInFetch;
  /** The log of this process so far, as JSON lines. */
  output: () => string;
  /** Begins to drain, as a web process does on SIGTERM. */
  drain: () => void;
}

// The address is a setting, and hooks of the engine read the settings before those of the API.
const address = await newAddress();

async function newAddress(): Promise<{ PORT: string; APP_URL: string }> {
  const port = String(await findFreePort());
  return { PORT: port, APP_URL: `http://127.0.0.1:${port}` };
}

/**
 * The API as the web process serves it, in the test's own process, beside the engine of `useEngine`. It is
 * one process, so a change that a test makes through product code takes effect at once.
 * @param environment settings of this process that differ from those of the tests
 */
export function useApi(environment: Record<string, string> = {}): Api {
  Object.assign(process.env, webSettings(), address, environment);
  let api: ApiServer;
  beforeAll(async () => {
    api = await serveApi();
  });
  afterAll(() => api.close());
  return reach(
    () => address.APP_URL,
    () => api,
  );
}

/**
 * Another web process from the test's point of view: the product's modules are evaluated again for it, so
 * that it has settings, caches, limits and connections of its own. It shares the database and Redis.
 * @param environment settings that differ from those of the test's process
 */
export function useApiBeside(environment: Record<string, string> = {}): Api {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApiBeside(environment);
  });
  afterAll(() => api.close());
  return reach(
    () => api.origin,
    () => api,
  );
}

function reach(origin: () => string, server: () => ApiServer): Api {
  return {
    origin,
    as: (userId, at = origin()) => signedIn(userId, at),
    output: () => server().output(),
    drain: () => server().drain(),
  };
}

async function startApiBeside(environment: Record<string, string>): Promise<ApiServer> {
  const before = { ...process.env };
  Object.assign(process.env, webSettings(), await newAddress(), environment);
  try {
    vi.resetModules();
    const { serveApiBeside } = await import('./api-server.ts');
    return await serveApiBeside();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
