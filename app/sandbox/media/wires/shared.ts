import type { IncomingHttpHeaders } from 'node:http';

export const bearer = (headers: IncomingHttpHeaders, key: string) =>
  headers.authorization === `Bearer ${key}`;

/** The texts captured by a pattern, or none. */
export function match(path: string, pattern: RegExp): string[] {
  return pattern.exec(path)?.slice(1) ?? [];
}
