import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { AppError, errorBody } from '#app/contracts/errors.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { isLoopbackName } from '#app/core/platform/addresses/hosts.ts';
import type { Handler } from './connection/handlers.ts';
import { hostNameOf } from './connection/incoming-request.ts';
import { sendJson, sendText } from './response/plain-answer.ts';
import { REFRESH_COOKIE, SESSION_COOKIE } from './session/cookies.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const CREDENTIALS = new RegExp(`(?:^|;)\\s*(?:${SESSION_COOKIE}|${REFRESH_COOKIE})=`);

/** Maximum number of known Host headers in the cache; beyond it the cache is cleared. */
const MAX_REMEMBERED = 1000;

/**
 * Refuses requests that HTTP allows and no page or call sends: a target that is no path (`GET http://other/`,
 * `OPTIONS *`), and a second Host header, because a proxy before us may have used the other one.
 */
export const wellFormedOnly: Handler = (req, res, next) => {
  if (!req.url.startsWith('/'))
    refuse(res, 400, 'The target of a request has to be a path, such as /api/v1/models.');
  else if (hasManyHosts(req.rawHeaders)) refuse(res, 400, 'A request has to name its host once.');
  else next();
};

/** Refuses paths that are not valid percent-encoding, which neither a page nor a call can have. */
export const wellEncodedOnly: Handler = (req, _res, next) => {
  let invalid: unknown;
  try {
    decodeURIComponent(req.path);
  } catch (error) {
    invalid = Object.assign(error as URIError, { status: 400 });
  }
  next(invalid);
};

/** TRACE would send back the cookies that a proxy has added. */
export const refuseTrace: Handler = (req, res, next) => {
  if (req.method !== 'TRACE') return next();
  res.setHeader('allow', 'GET, HEAD, POST, OPTIONS');
  refuse(res, 405, 'TRACE is not possible here.');
};

/**
 * True if no other site can have made a browser send these headers with an unsafe method.
 *
 * A request that carries one of our cookies must prove its origin: by `Sec-Fetch-Site: same-origin`, or by an
 * Origin that is ours; a missing or `null` Origin proves nothing. Without a cookie only a foreign Origin is
 * refused (it would sign the victim in to another account), unless there is a bearer token, which is no
 * ambient authority.
 * @param appOrigin origin of APP_URL, if set
 */
export function isOwnRequest(headers: IncomingHttpHeaders, appOrigin: string | undefined): boolean {
  const { origin, host, cookie = '', authorization } = headers;
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  if (origin !== undefined && origin !== 'null' && isOwnOrigin(origin, host, appOrigin)) return true;
  if (CREDENTIALS.test(cookie)) return false;
  return origin === undefined || authorization !== undefined;
}

function isOwnOrigin(origin: string, host: string | undefined, appOrigin: string | undefined): boolean {
  if (origin === appOrigin) return true;
  const url = parseUrl(origin);
  return url !== null && url.host === host;
}

/** Answers 403 to unsafe requests that another site may have made a browser send, before Remix sees them. */
export function sameOriginOnly(appOrigin: string | undefined): Handler {
  return (req, res, next) => {
    if (SAFE_METHODS.has(req.method) || isOwnRequest(req.headers, appOrigin)) return next();
    const error = new AppError('cross_origin', { message: 'This request came from another site.' });
    sendJson(res, error.status, errorBody(error));
  };
}

/**
 * Refuses requests for an unknown host: a foreign name that resolves to this machine would make a browser
 * treat its page as the same site (DNS rebinding). Known are the host of APP_URL, the names of this machine,
 * and ALLOWED_HOSTS.
 * @param appUrl the public URL of the application
 */
export function knownHostsOnly({ appUrl, allowed }: { appUrl: string; allowed: readonly string[] }): Handler {
  const names = new Set([new URL(appUrl).hostname, ...allowed]);
  const remembered = new Set<string>();
  const isKnown = (host: string) => {
    if (remembered.has(host)) return true;
    const name = hostNameOf(host);
    if (name === null || !(names.has(name) || isLoopbackName(name))) return false;
    // A port beyond 65535, or an invalid encoding: building a URL from it would fail later.
    if (parseUrl(`http://${host}`) === null) return false;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.add(host);
    return true;
  };
  return (req, res, next) => {
    const { host } = req;
    if (isKnown(host)) return next();
    const shown = hostNameOf(host);
    const message =
      `This host${shown === null ? '' : ` (${shown})`} is not known here. ` +
      'Its operator can add it to the setting ALLOWED_HOSTS, or set APP_URL to the address that people type.';
    const error = new AppError('unknown_host', { message });
    res.setHeader('cache-control', 'no-store');
    if (req.path.startsWith('/api/')) sendJson(res, error.status, errorBody(error));
    else sendText(res, error.status, message);
  };
}

/** @param raw names and values in turn */
function hasManyHosts(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuse(res: ServerResponse, status: number, message: string): void {
  res.setHeader('cache-control', 'no-store');
  sendText(res, status, message);
}
