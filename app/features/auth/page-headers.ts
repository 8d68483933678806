import type { HeadersFunction } from '@remix-run/node';

/** Pages about an account must not be cached; a rejected form states when to retry. */
export const pageHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers({ 'cache-control': 'private, no-store' });
  const wait = actionHeaders.get('retry-after');
  if (wait !== null) headers.set('retry-after', wait);
  return headers;
};
