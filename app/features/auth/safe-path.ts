import { parseUrl } from '#app/contracts/text/parse-url.ts';

/** Where a person goes after signing in. */
export const AFTER_SIGN_IN = '/chat/new';

const BASE = 'http://own.invalid';

/**
 * A path of ours from what came with the address or a form; anything else, such as `//evil.example` or
 * `/\evil.example`, leads to a new chat.
 */
export function safePath(wanted: unknown): string {
  const url = typeof wanted === 'string' && wanted.startsWith('/') ? parseUrl(wanted, BASE) : null;
  if (url === null) return AFTER_SIGN_IN;
  const { origin, pathname, search } = url;
  const leaves = origin !== BASE || pathname.startsWith('//');
  return leaves || /^\/(login|logout|register|api)(\/|$)/.test(pathname) ? AFTER_SIGN_IN : pathname + search;
}
