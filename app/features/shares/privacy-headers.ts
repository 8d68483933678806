import type { HeadersFunction } from '@remix-run/node';

/** The headers of a page that errors and forms add. */
const PASSED_ON = ['referrer-policy', 'retry-after', 'set-cookie'];

/**
 * Headers of everything under the address of a link: no copy is stored, no search engine lists it, and no
 * other site learns the address. With `no-referrer` browsers would send `Origin: null` with the page's forms, which
 * Remix refuses.
 */
export const PRIVACY_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'same-origin',
} as const;

/** Headers of a shared page, also of its errors. */
export const privacyHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const headers = new Headers(PRIVACY_HEADERS);
  for (const from of [loaderHeaders, actionHeaders, errorHeaders])
    for (const name of PASSED_ON) {
      const value = from?.get(name);
      if (value) headers.set(name, value);
    }
  return headers;
};
