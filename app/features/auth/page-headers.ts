import type { HeadersFunction } from '@remix-run/node';

/** Pages about an account are kept by nobody; a refused form says when to come back. */
export const pageHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers({ 'cache-control': 'private, no-store' });
  const wait = actionHeaders.get('retry-after');
  if (wait !== null) headers.set('retry-after', wait);
  return headers;
};
