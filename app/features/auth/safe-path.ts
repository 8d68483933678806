/** Where a person goes after signing in. */
export const AFTER_SIGN_IN = '/chat/new';

const BASE = 'http://own.invalid';

/**
 * A path of ours from what came with the address or a form; anything else, such as `//evil.example` or
 * `/\evil.example`, leads to a new chat.
 */
export function safePath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, BASE))
    return AFTER_SIGN_IN;
  const { origin, pathname, search } = new URL(wanted, BASE);
  const leaves = origin !== BASE || pathname.startsWith('//');
  return leaves || /^\/(login|logout|register|api)(\/|$)/.test(pathname) ? AFTER_SIGN_IN : pathname + search;
}
