import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { logger } from '#app/core/platform/logger.ts';

const CALLER_ID = /^[\w.-]{8,64}$/;

/** Gives every request an id, answers it as `x-request-id`, and logs the request when it ends. */
export function requestLog(req: Request, res: Response, next: NextFunction): void {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && CALLER_ID.test(given) ? given : randomUUID();
  res.locals.requestId = requestId;
  res.setHeader('x-request-id', requestId);
  const started = process.hrtime.bigint();
  res.once('close', () => {
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    // The path without its query: search words and reset tokens do not belong into a log.
    const path = req.originalUrl.split('?', 1)[0];
    logger().info(
      {
        requestId,
        method: req.method,
        path,
        status: res.statusCode,
        milliseconds,
        finished: res.writableEnded,
      },
      'request',
    );
  });
  next();
}
