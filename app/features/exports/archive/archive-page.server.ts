import { redirect } from '@remix-run/node';
import { ARCHIVE_PAGE_PATH } from '#app/contracts/exports/archive.ts';
import { AppError } from '#app/contracts/errors.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import {
  deleteArchive,
  findArchive,
  requestArchive,
  viewArchive,
} from '#app/core/exports/archive/archive.ts';
import { takeTry } from '#app/core/platform/throttle.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { redirectWithToast } from '#app/http/page/page-answers.ts';
import { answerFile, disposition } from '#app/http/response/file-answer.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Archives that an account may request in a day: each reads everything that it has. */
const A_DAY = 5;
const DAY_SECONDS = 24 * 3600;

/** Loads the archive of the caller for the page of stored data; null if there is none. */
export const loadArchive = pageLoader({ auth: 'user' }, async ({ user }) => {
  const archive = await findArchive(AUTOCOMMIT, user.id);
  return { archive: archive && viewArchive(archive) };
});

/**
 * Runs the forms of the archive: request it, or delete it. A second request while one is being written changes
 * nothing.
 */
export const actOnArchive = pageAction({
  auth: 'user',
  texts: 'exports',
  acts: {
    request: async ({ user }) => {
      await takeTry([{ key: `archive:user:${user.id}`, limit: A_DAY }], DAY_SECONDS);
      await requestArchive(user.id).catch(ignoreConflict);
      await recordAudit(AUTOCOMMIT, {
        actor: `user:${user.id}`,
        action: 'request-archive',
        subjectId: user.id,
      });
      return redirect(ARCHIVE_PAGE_PATH, 303);
    },
    delete: async ({ user }) => {
      await deleteArchive(user.id);
      return redirectWithToast(ARCHIVE_PAGE_PATH, 'exports:archive.deleted');
    },
  },
  refuse: ({ code }, { t }) =>
    code === 'too_many_tries' ? { archiveError: t('archive.tooMany', { count: A_DAY }) } : null,
});

function ignoreConflict(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}

/**
 * GET /settings/data/archive: the caller's archive, or a range of it, so that a broken download can be
 * resumed.
 * @throws AppError not_found without one that is ready
 */
export const archiveFileCall = endpoint({ auth: 'user' }, async ({ request, user, context }) => {
  const archive = await findArchive(AUTOCOMMIT, user.id);
  if (archive?.state !== 'ready' || archive.objectName === null || archive.bytes === null)
    throw new AppError('not_found', { message: 'There is no archive.' });
  const name = `chats-${archive.createdAt.toISOString().slice(0, 10)}.zip`;
  return answerFile(
    request,
    {
      object: archive.objectName,
      type: 'application/zip',
      size: archive.bytes,
      etag: `"${archive.id}-${archive.attempt}"`,
    },
    { headers: { 'content-disposition': disposition('attachment', name) }, closed: context.closed },
  );
});
