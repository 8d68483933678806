import { config } from './config.ts';

/** The address under which people reach the application, without a slash at its end. */
export function appUrl(): string {
  const { APP_URL, HOST, PORT } = config();
  return APP_URL?.replace(/\/+$/, '') ?? `http://${HOST}:${PORT}`;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True when only this machine can reach the application. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}
