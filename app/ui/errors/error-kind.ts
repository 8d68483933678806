import { isRouteErrorResponse } from '@remix-run/react';

const KINDS = {
  400: 'refused',
  403: 'forbidden',
  404: 'notFound',
  405: 'notFound',
  413: 'tooLong',
  415: 'refused',
  429: 'tooMany',
  503: 'unavailable',
} as const;

/** Selects the texts of an error page (`site:<kind>.title`). */
export type ErrorKind = (typeof KINDS)[keyof typeof KINDS] | 'failed';

/** HTTP status and kind of an error that a route threw; anything that is not a response is a 500. */
export function describeError(error: unknown): { status: number; kind: ErrorKind } {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return { status, kind: KINDS[status as keyof typeof KINDS] ?? 'failed' };
}
