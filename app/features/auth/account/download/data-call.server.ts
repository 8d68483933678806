import { createCookie, type Cookie } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { config } from '#app/core/platform/config.ts';
import { takeTry } from '#app/core/platform/throttle.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { jsonInPieces } from '#app/http/response/chunked-response.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { writeData } from './account-data.server.ts';

/** Browsers ask again for a file that was cut; one password is not worth more than that. */
const FILES = 3;

const WITHIN_SECONDS = 120;

/**
 * GET /api/user/data: everything that is stored of the caller as one JSON file. For a browser whose owner has given the
 * password on the account page a moment ago; each file stands in the audit.
 * @throws AppError forbidden without the password, too_many_tries
 */
export const dataCall = endpoint({ auth: 'user' }, async ({ request, user, session }) => {
  if (!(await isDownloadConfirmed(request, session.id)))
    throw new AppError('forbidden', {
      message: 'Give your password on the account page first; the file can be had for two minutes then.',
    });
  await takeTry([{ key: `download:session:${session.id}`, limit: FILES }], WITHIN_SECONDS);
  await recordAudit(AUTOCOMMIT, { actor: `user:${user.id}`, action: 'download-data', subjectId: user.id });
  const at = new Date();
  const preferences = readPreferences(request.headers.get('cookie'));
  return jsonInPieces({
    headers: {
      'content-disposition': `attachment; filename="account-data-${at.toISOString().slice(0, 10)}.json"`,
    },
    pieces: writeData({ user, preferences, at }),
  });
});

/** A browser follows the form's answer to the file within it. */
const MINUTES = 2;

let cookie: Cookie | undefined;

/** Where a person's file is. */
export const DATA_PATH = '/api/user/data';

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
async function isDownloadConfirmed(
  request: ApiRequest,
  sessionId: string,
  now = Date.now(),
): Promise<boolean> {
  const value: unknown = await confirmation().parse(request.headers.get('cookie'));
  const [, id, until] = (typeof value === 'string' && /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(value)) || [];
  return id === sessionId && now < Number(until);
}
