import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { thumbnailPath } from '#app/contracts/files/file-path.ts';
import { POSTER_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { forgetAvatar } from '#app/core/accounts/account-settings.ts';
import { storeUpload } from '#app/core/files/new-file.ts';
import { storePoster } from '#app/core/files/poster.ts';
import { uploadExpiry } from '#app/core/files/records/expiry.ts';
import { viewFile, type FileRecord } from '#app/core/files/records/file-record.ts';
import { assertFits, deleteFile, readFileUsage } from '#app/core/files/records/file-rows.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import { isId } from '#app/core/platform/ids.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readUpload } from '#app/http/body/multipart.ts';
import { answerFile, disposition, type SentFile } from '#app/http/response/file-answer.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const PARAMS = z.object({ fileId: z.string().refine(isId) });

const QUERY = z.object({ thumbnail: z.string().optional(), download: z.string().optional() });

/**
 * A file that is opened directly is a page of our origin, in which nothing may run. For a video a browser
 * creates a player, which requests the same address again.
 */
const POLICIES = {
  image: "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  video: "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
};

/**
 * GET /files/:id: the bytes of the caller's file, or a range of them; `?thumbnail` for its thumbnail,
 * `?download` to save it. Browsers revalidate each time, so that access is checked, and get a 304.
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

/** DELETE /files/:id: deletes the caller's file, including its bytes. @throws AppError not_found */
export const deleteFileCall = endpoint({ auth: 'user', params: PARAMS }, async ({ user, params }) => {
  if (!(await deleteOwnFile(user.id, params.fileId))) throw notThere();
});

/**
 * POST /api/files: a form with an image or a video as `file`, and optionally the sender's own `file_id` for
 * it, which is returned as `temp_file_id`. The server sets the id, and determines type and size from the
 * content.
 */
export const uploadCall = endpoint({ auth: 'user' }, async ({ request, user, context }) => {
  // Fails before the upload if no space is left.
  assertFits((await readFileUsage(AUTOCOMMIT, user.id)).bytes + 1);
  const { result, fields } = await readUpload(request, 'file', ({ name, declared, content }) =>
    storeUpload(
      { userId: user.id, name, declared, expiresAt: uploadExpiry(), signal: context.closed },
      content,
    ),
  );
  return { ...viewFile(result), temp_file_id: fields.get('file_id') ?? null };
});

const POSTER_PARAMS = z.object({ fileId: z.string().refine(isId) });

const MB = 1024 * 1024;

/**
 * POST /api/files/:id/poster: a form with an image for the caller's video as `file`, which becomes its
 * thumbnail. A file that already has a thumbnail keeps it.
 * @returns the file
 * @throws AppError not_found, file_too_large, and those of `storePoster`
 */
export const posterCall = endpoint(
  { auth: 'user', params: POSTER_PARAMS },
  async ({ request, user, params, context }) =>
    viewFile(
      await storePoster({ userId: user.id, id: params.fileId, signal: context.closed }, async () => {
        const { result } = await readUpload(request, 'file', ({ content }) => readWhole(content));
        return result;
      }),
    ),
);

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

/**
 * Deletes a user's file, and removes the avatar if it was that file. @returns false if there is no such file
 */
export async function deleteOwnFile(userId: string, id: string): Promise<boolean> {
  if (!(await deleteFile({ userId, id }))) return false;
  await forgetAvatar(AUTOCOMMIT, { userId, path: thumbnailPath(id) });
  return true;
}

async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > POSTER_MAX_BYTES)
      throw new AppError('file_too_large', { param: 'file', params: { max: POSTER_MAX_BYTES / MB } });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
