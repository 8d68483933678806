import { parseUrl } from '#app/contracts/text/parse-url.ts';

/** Path that a user goes to after the sign-in. */
export const AFTER_SIGN_IN = '/chat/new';

const BASE = 'http://own.invalid';

/**
 * Returns a path of this application from an address or a form; anything else, such as `//evil.example` or
 * `/\evil.example`, becomes the path of a new chat.
 */
export function safePath(wanted: unknown): string {
  const url = typeof wanted === 'string' && wanted.startsWith('/') ? parseUrl(wanted, BASE) : null;
  if (url === null) return AFTER_SIGN_IN;
  const { origin, pathname, search } = url;
  const leaves = origin !== BASE || pathname.startsWith('//');
  return leaves || /^\/(login|logout|register|api)(\/|$)/.test(pathname) ? AFTER_SIGN_IN : pathname + search;
}
