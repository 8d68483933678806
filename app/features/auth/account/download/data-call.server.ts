import { AppError } from '#app/contracts/errors.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { takeTry } from '#app/core/platform/throttle.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { jsonInPieces } from '#app/http/response/chunked-response.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { isDownloadConfirmed } from './confirmation.server.ts';
import { writeData } from './write-data.server.ts';

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
