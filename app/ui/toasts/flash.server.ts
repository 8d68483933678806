import { readCookie } from '../preferences/preferences.ts';
import { FLASH_COOKIE, parseFlash, type Flash } from './toast.ts';

/**
 * A `Set-Cookie` header that shows a toast on the next page. It contains a text key, so that a cookie carries
 * no text.
 */
export function flashCookie(flash: Flash): string {
  const value = encodeURIComponent(JSON.stringify(flash));
  return `${FLASH_COOKIE}=${value}; Path=/; Max-Age=60; SameSite=Lax`;
}

/** The toast that the previous answer left, and the headers that remove it. */
export function takeFlash(cookies: string | null): { flash: Flash | null; headers: HeadersInit } {
  const value = readCookie(cookies, FLASH_COOKIE);
  if (value === undefined) return { flash: null, headers: {} };
  return { flash: parseFlash(value), headers: { 'Set-Cookie': `${FLASH_COOKIE}=; Path=/; Max-Age=0` } };
}
