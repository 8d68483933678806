import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { isId } from '#app/core/platform/ids.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { disposition } from '#app/http/response/byte-range.ts';
import { answerFile, type SentFile } from '#app/http/response/file-answer.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { deleteOwnFile } from './delete-own-file.server.ts';

const PARAMS = z.object({ fileId: z.string().refine(isId) });
const QUERY = z.object({ thumbnail: z.string().optional(), download: z.string().optional() });

/**
 * Opened by itself a file is a page of our origin, in which nothing runs. A browser makes a player around a video, which
 * reads the same address again.
 */
const POLICIES = {
  image: "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  video: "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
};

/**
 * GET /files/:id: the bytes of a file of the caller, or a part of them; `?thumbnail` a small picture of it, `?download`
 * to be saved. Browsers ask each time whether it is still theirs to see, and are answered by 304.
 * @throws AppError not_found
 */
export const fileCall = endpoint(
  { auth: 'user', params: PARAMS, query: QUERY },
  async ({ request, context, user, params, query }) => {
    const file = await findFile(AUTOCOMMIT, { userId: user.id, id: params.fileId });
    const wanted = file && (query.thumbnail === undefined ? wholeOf(file) : thumbnailOf(file));
    if (!file || !wanted) throw notThere();
    return answerFile(request, wanted, {
      headers: {
        'content-disposition': disposition(query.download === undefined ? 'inline' : 'attachment', file.name),
        'content-security-policy': POLICIES[file.kind],
      },
      closed: context.closed,
    });
  },
);

/** DELETE /files/:id: a file of the caller, its bytes too. @throws AppError not_found */
export const deleteFileCall = endpoint({ auth: 'user', params: PARAMS }, async ({ user, params }) => {
  if (!(await deleteOwnFile(user.id, params.fileId))) throw notThere();
});

function wholeOf({ objectName, mimeType, bytes, sha256 }: FileRecord): SentFile {
  return { object: objectName, type: mimeType, size: bytes, etag: `"${sha256.slice(0, 32)}"` };
}

function thumbnailOf({ thumbnailName, thumbnailBytes, sha256 }: FileRecord): SentFile | null {
  if (thumbnailName === null) return null;
  return {
    object: thumbnailName,
    type: 'image/webp',
    size: thumbnailBytes,
    etag: `"small-${sha256.slice(0, 32)}"`,
  };
}

function notThere(): AppError {
  return new AppError('not_found', { message: 'There is no such file.' });
}
