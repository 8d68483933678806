import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { readFileUsage } from '#app/core/files/records/file-rows.ts';
import { listFiles } from '#app/core/files/records/owned-files.ts';
import { config } from '#app/core/platform/config.ts';
import { isId } from '#app/core/platform/ids.ts';
import { deleteOwnFile } from '#app/features/files/file-calls.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { filesHref, SEARCH_MAX, type FileLine, type FilesData } from './files-data.ts';

const PAGE_SIZE = 25;

/**
 * A page of the caller's files: the newest, or those after the file in `?before=`; `?q=` searches their
 * names.
 */
export const loadFiles = pageLoader({ auth: 'user' }, async ({ user, request, url }) => {
  const query = url.searchParams;
  const search = (query.get('q') ?? '').trim().slice(0, SEARCH_MAX);
  const before = query.get('before') ?? '';
  if (before !== '' && !isId(before)) throw new AppError('invalid_request', { param: 'before' });
  const [found, used, texts] = await Promise.all([
    listFiles(AUTOCOMMIT, { userId: user.id, search, before, max: PAGE_SIZE + 1 }),
    readFileUsage(AUTOCOMMIT, user.id),
    pageTexts(request, 'files'),
  ]);
  const lines = found.slice(0, PAGE_SIZE).map(viewLine);
  const files: FilesData = {
    lines,
    search,
    isOlder: before !== '',
    nextBefore: found.length > PAGE_SIZE ? lines.at(-1)!.id : null,
    used,
    allowedMb: config().LIMIT_FILES_MB,
  };
  return { files, texts };
});

function viewLine(file: FileRecord): FileLine {
  const { id, name, kind, source, bytes, width, height, seconds } = file;
  return {
    id,
    name,
    kind,
    source,
    bytes,
    width,
    height,
    seconds,
    hasThumbnail: file.thumbnailName !== null,
    createdAt: file.createdAt.toISOString(),
    expiresAt: file.expiresAt?.toISOString() ?? null,
  };
}

const DELETION = z.object({
  fileId: z.string(),
  q: z.string().max(SEARCH_MAX).default(''),
});

/** Deletes the file whose button was confirmed, and shows the page again. */
export const actOnFiles = pageAction({
  auth: 'user',
  counts: false,
  acts: async ({ form, user }) => {
    const { fileId, q } = readFields(form, DELETION);
    if (!isId(fileId) || !(await deleteOwnFile(user.id, fileId)))
      throw new AppError('not_found', { param: 'fileId' });
    return redirect(filesHref({ search: q }));
  },
});
