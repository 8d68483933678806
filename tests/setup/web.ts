import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll } from 'vitest';
import { startSession } from '#app/core/accounts/start-session.ts';
import { config } from '#app/core/platform/config.ts';
import { createServer } from '#app/http/server.ts';
import { setSessionCookie } from '#app/http/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A route's module, as `await import('#app/routes/…')` gives it. */
type RouteModule = Omit<ServerBuild['routes'][string]['module'], 'default'>;

interface Web {
  /** `http://127.0.0.1:<port>` */
  url: () => string;
  /** A request of a browser in which this user is signed in. */
  as: (userId: string) => (path: string, init?: RequestInit) => Promise<Response>;
}

/**
 * The web process's own HTTP application on a port of its own, with the given resource routes and none of the
 * pages: real connections, real headers, no build.
 * @param routes path pattern (`api/ask/:endpoint`) to module
 */
export function useWeb(routes: Record<string, RouteModule>): Web {
  let server: Server;
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    server = createHttpServer(createServer({ config: config(), build: buildOf(routes) }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    as: (userId) => {
      const cookie = signIn(userId);
      return async (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('cookie', await cookie);
        headers.set('origin', url());
        return fetch(url() + path, { ...init, headers, redirect: 'manual' });
      };
    },
  };
}

async function signIn(userId: string): Promise<string> {
  const session = { userId, kind: 'browser' as const, userAgent: null, address: null };
  const header = await setSessionCookie(await startSession(AUTOCOMMIT, session));
  return header.split(';', 1)[0] ?? '';
}

function buildOf(routes: Record<string, RouteModule>): ServerBuild {
  const entries = Object.entries(routes).map(([path, module]) => [path, { id: path, path, module }]);
  return {
    mode: 'test',
    isSpaMode: false,
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    basename: '/',
    future: { v3_singleFetch: true, v3_throwAbortReason: true } as ServerBuild['future'],
    assets: { version: '', url: '', entry: { module: '', imports: [] }, routes: {} },
    entry: { module: { default: () => new Response('not a page', { status: 500 }) } },
    routes: Object.fromEntries(entries) as ServerBuild['routes'],
  };
}
