import { createCookie } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { sharePath } from '#app/contracts/shares/share.ts';
import { config } from '#app/core/platform/config.ts';

/** Readers enter the password again after this time. */
const PASS_SECONDS = 12 * 3600;

const PASS_COOKIE = 'parlance_share';

/** The pass that a reader got for the password of a link; null for none. */
export async function readPass(request: ApiRequest, token: string): Promise<string | null> {
  const pass: unknown = await passCookie(token).parse(request.headers.get('cookie'));
  return typeof pass === 'string' ? pass : null;
}

/** Returns a `Set-Cookie` value for a reader who has given the password of a link. */
export function setPass(token: string, pass: string): Promise<string> {
  return passCookie(token).serialize(pass);
}

/** Sent to the address of its link alone, and needs no signature: a pass is itself unforgeable. */
function passCookie(token: string) {
  return createCookie(PASS_COOKIE, {
    httpOnly: true,
    secure: config().APP_URL?.startsWith('https:') ?? false,
    sameSite: 'lax',
    path: sharePath(encodeURIComponent(token)),
    maxAge: PASS_SECONDS,
  });
}
