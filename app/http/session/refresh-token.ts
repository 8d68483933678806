import type { ApiRequest } from '#app/contracts/api-request.ts';
import { authCookies } from './cookies.ts';

/** A refresh token names its session and its number; the cookie's signature makes it unforgeable. */
export interface RefreshToken {
  sessionId: string;
  counter: number;
}

/** The refresh token that came with a request, or null when there is none with our signature. */
export async function readRefreshToken(request: ApiRequest): Promise<RefreshToken | null> {
  const value: unknown = await authCookies().refresh.parse(request.headers.get('cookie'));
  const match = typeof value === 'string' ? /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(value) : null;
  return match ? { sessionId: match[1] as string, counter: Number(match[2]) } : null;
}

/** `Set-Cookie` with a refresh token. The same token always has the same signature: a successor can be recomputed. */
export function setRefreshToken({ sessionId, counter }: RefreshToken): Promise<string> {
  return authCookies().refresh.serialize(`${sessionId}.${counter}`);
}

export function clearRefreshToken(): Promise<string> {
  return authCookies().refresh.serialize('', { maxAge: 0 });
}
