import type { NextFunction, Request, Response } from 'express';
import { AppError, errorBody } from '#app/contracts/errors.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { isLoopbackName } from '#app/core/platform/addresses/hosts.ts';
import { hostOf } from '#app/http/connection/incoming-request.ts';
import { hostNameOf } from './host-name.ts';

/** Hosts as callers wrote them that turned out to be known; beyond it all are looked at again. */
const MOST_REMEMBERED = 1000;

/**
 * Refuses requests for a host that is not ours: a foreign name that leads to this machine would make a browser take its
 * page for the same site (DNS rebinding). Known are the host of APP_URL, the names of this machine, and ALLOWED_HOSTS.
 * @param appUrl where people reach the application
 */
export function knownHostsOnly({ appUrl, allowed }: { appUrl: string; allowed: readonly string[] }) {
  const names = new Set([new URL(appUrl).hostname, ...allowed]);
  const remembered = new Set<string>();
  const isKnown = (host: string) => {
    if (remembered.has(host)) return true;
    const name = hostNameOf(host);
    if (name === null || !(names.has(name) || isLoopbackName(name))) return false;
    // A port beyond 65535, an encoding that stands for nothing: no address can be made of it later either.
    if (parseUrl(`http://${host}`) === null) return false;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.add(host);
    return true;
  };
  return (req: Request, res: Response, next: NextFunction): void => {
    const host = hostOf(req);
    if (isKnown(host)) return next();
    const shown = hostNameOf(host);
    const message =
      `This host${shown === null ? '' : ` (${shown})`} is not known here. ` +
      'Its operator can add it to the setting ALLOWED_HOSTS, or set APP_URL to the address that people type.';
    const error = new AppError('unknown_host', { message });
    res.status(error.status).set('cache-control', 'no-store');
    if (req.path.startsWith('/api/')) res.json(errorBody(error));
    else res.type('text/plain').send(message);
  };
}
