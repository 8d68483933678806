import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { config } from '#app/core/platform/config.ts';
import { isLoopbackName } from './hosts.ts';

/** The address under which users reach the application, without a trailing slash. */
export function appUrl(): string {
  const { APP_URL, HOST, PORT } = config();
  return APP_URL === undefined ? `http://${HOST}:${PORT}` : trimEnd(APP_URL, '/');
}

/** True when only this machine can reach the application at `url`. */
export function isLoopback(url: string): boolean {
  return isLoopbackName(new URL(url).hostname);
}
