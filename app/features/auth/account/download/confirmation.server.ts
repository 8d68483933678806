import { createCookie, type Cookie } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { config } from '#app/core/platform/config.ts';
import { DATA_PATH } from './data-path.ts';

/** A browser follows the form's answer to the file within it. */
const MINUTES = 2;

let cookie: Cookie | undefined;

/**
 * What a browser brings along once the password was given: signed, for one session and for two minutes. It goes to the
 * address of the file alone, so that no address and no log holds anything with which somebody else could have the file.
 */
function confirmation(): Cookie {
  const { SESSION_SECRET, APP_URL } = config();
  cookie ??= createCookie('parlance_download', {
    httpOnly: true,
    secure: APP_URL?.startsWith('https:') ?? false,
    sameSite: 'strict',
    path: DATA_PATH,
    maxAge: MINUTES * 60,
    secrets: SESSION_SECRET.split(',').map((secret) => secret.trim()),
  });
  return cookie;
}

/** `Set-Cookie` for a session whose owner has just given the password. */
export function confirmDownload(sessionId: string, now = Date.now()): Promise<string> {
  return confirmation().serialize(`${sessionId}.${now + MINUTES * 60_000}`);
}

/** Whether the owner of this session has given the password a moment ago. */
export async function isDownloadConfirmed(
  request: ApiRequest,
  sessionId: string,
  now = Date.now(),
): Promise<boolean> {
  const value: unknown = await confirmation().parse(request.headers.get('cookie'));
  const [, id, until] = (typeof value === 'string' && /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(value)) || [];
  return id === sessionId && now < Number(until);
}
