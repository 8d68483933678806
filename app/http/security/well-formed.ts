import type { RequestHandler, Response } from 'express';

/**
 * Refuses what HTTP allows and no page or call has: a target that is no path (`GET http://other/`, `OPTIONS *`), and a
 * second Host header, of which a proxy before us may have heeded the other one.
 */
export const wellFormedOnly: RequestHandler = (req, res, next) => {
  if (!req.url.startsWith('/'))
    refuse(res, 400, 'The target of a request has to be a path, such as /api/v1/models.');
  else if (hasManyHosts(req.rawHeaders)) refuse(res, 400, 'A request has to name its host once.');
  else next();
};

/** TRACE would send back the cookies that a proxy has added. */
export const refuseTrace: RequestHandler = (_req, res) => {
  res.set('allow', 'GET, HEAD, POST, OPTIONS');
  refuse(res, 405, 'TRACE is not possible here.');
};

/** @param raw names and values in turn */
function hasManyHosts(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuse(res: Response, status: number, message: string): void {
  res.status(status).set('cache-control', 'no-store').type('text/plain').send(message);
}
