import { createCookie, type Cookie } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { config } from '#app/core/platform/config.ts';
import { takeTry } from '#app/core/platform/throttle.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { chunkedJson } from '#app/http/response/chunked-response.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { writeData } from './account-data.server.ts';

/** Browsers request a file again when it was cut; one password allows no more than that. */
const FILES = 3;

const WITHIN_SECONDS = 120;

/**
 * GET /api/user/data: returns everything that is stored about the caller as one JSON file. Requires that the
 * caller has just given the password on the page of stored data; each file is recorded in the audit log.
 * @throws AppError forbidden without the password, too_many_tries
 */
export const dataCall = endpoint({ auth: 'user' }, async ({ request, user, session }) => {
  if (!(await isDownloadConfirmed(request, session.id)))
    throw new AppError('forbidden', {
      message:
        'Enter your password in the settings, under Data, first. The file is available for two minutes after that.',
    });
  await takeTry([{ key: `download:session:${session.id}`, limit: FILES }], WITHIN_SECONDS);
  await recordAudit(AUTOCOMMIT, { actor: `user:${user.id}`, action: 'download-data', subjectId: user.id });
  const at = new Date();
  const preferences = readPreferences(request.headers.get('cookie'));
  return chunkedJson({
    headers: {
      'content-disposition': `attachment; filename="account-data-${at.toISOString().slice(0, 10)}.json"`,
    },
    pieces: writeData({ user, preferences, at }),
  });
});

/** A browser follows the form's redirect to the file within this time. */
const MINUTES = 2;

let cookie: Cookie | undefined;

/** Path of the user's data file. */
export const DATA_PATH = '/api/user/data';

/**
 * Returns the cookie that confirms the password: signed, for one session and for two minutes. It is sent only
 * to the path of the file, so that no address and no log holds anything that gives another person access to
 * the file.
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

/** Returns a `Set-Cookie` value for a session whose owner has just given the password. */
export function confirmDownload(sessionId: string, now = Date.now()): Promise<string> {
  return confirmation().serialize(`${sessionId}.${now + MINUTES * 60_000}`);
}

/** Returns whether the owner of this session has just given the password. */
async function isDownloadConfirmed(
  request: ApiRequest,
  sessionId: string,
  now = Date.now(),
): Promise<boolean> {
  const value: unknown = await confirmation().parse(request.headers.get('cookie'));
  const [, id, until] = (typeof value === 'string' && /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(value)) || [];
  return id === sessionId && now < Number(until);
}
