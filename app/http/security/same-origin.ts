import type { IncomingHttpHeaders } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { AppError, errorBody } from '#app/contracts/errors.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { REFRESH_COOKIE, SESSION_COOKIE } from '#app/http/session/cookies.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const CREDENTIALS = new RegExp(`(?:^|;)\\s*(?:${SESSION_COOKIE}|${REFRESH_COOKIE})=`);

/**
 * True when no other site can have made a browser send these headers with an unsafe method.
 *
 * A request that carries one of our cookies must prove its origin: by `Sec-Fetch-Site: same-origin`, or by
 * an Origin that is ours; missing and `null` prove nothing. Without a cookie only a foreign Origin is
 * refused (it would sign the victim in as somebody else), unless there is a bearer token: that is no ambient
 * authority.
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
export function sameOriginOnly(appOrigin: string | undefined) {
  return (req: Request, res: Response, next: NextFunction): void => {
    if (SAFE_METHODS.has(req.method) || isOwnRequest(req.headers, appOrigin)) return next();
    const error = new AppError('cross_origin', { message: 'This request came from another site.' });
    res.status(error.status).json(errorBody(error));
  };
}
