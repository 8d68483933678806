import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isShareToken } from '#app/contracts/shares/share.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { openShare } from '#app/core/shares/opening.ts';
import { findSharedFile } from '#app/core/shares/shared-branch.ts';
import { PRIVACY_HEADERS } from '#app/features/shares/privacy-headers.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { answerFile, disposition, type SentFile } from '#app/http/response/file-answer.ts';
import { readCaller } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readPass } from './pass-cookie.server.ts';

const PARAMS = z.object({
  token: z.string().refine(isShareToken),
  /** The place of the message, and the number of the file in it. */
  file: z.string().regex(/^\d{1,9}-\d{1,4}$/),
});

const QUERY = z.object({ thumbnail: z.string().optional() });

/** A file that is opened directly is a page of our origin, in which nothing may run. */
const POLICIES = {
  image: "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  video: "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
};

/**
 * GET /share/:token/files/:file: the bytes of a file of a shared chat, or a range of them; `?thumbnail` for its
 * thumbnail. Its name and its owner's address of it stay unknown to readers.
 * @throws AppError not_found for everything that the reader may not see
 */
export const sharedFileCall = endpoint(
  { auth: 'none', params: PARAMS, query: QUERY },
  async ({ request, context, params, query }) => {
    const { token } = params;
    const pass = await readPass(request, token);
    const { state, share } = await openShare(token, { userId: await readerOf(request, context), pass });
    const [place = 0, number = 0] = params.file.split('-').map(Number);
    if (state !== 'open') throw notThere();
    const file = await findSharedFile(AUTOCOMMIT, share, { place, number });
    const wanted = query.thumbnail === undefined ? wholeOf(file) : thumbnailOf(file);
    if (!wanted) throw notThere();
    return answerFile(request, wanted, {
      headers: {
        ...PRIVACY_HEADERS,
        'content-disposition': disposition('inline', `shared-${params.file}`),
        'content-security-policy': POLICIES[file.kind],
      },
      closed: context.closed,
    });
  },
);

/** The id of a signed-in reader; null for a visitor, and for a banned user, who counts as one. */
async function readerOf(request: ApiRequest, context: AppLoadContext): Promise<string | null> {
  try {
    return (await readCaller(request, context))?.user.id ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ban') return null;
    throw error;
  }
}

function wholeOf({ objectName, mimeType, bytes, sha256 }: FileRecord): SentFile {
  return { object: objectName, type: mimeType, size: bytes, etag: `"${sha256.slice(0, 32)}"` };
}

function thumbnailOf({ thumbnailName, thumbnailBytes, sha256 }: FileRecord): SentFile | null {
  if (thumbnailName === null) return null;
  const etag = `"small-${sha256.slice(0, 32)}"`;
  return { object: thumbnailName, type: 'image/webp', size: thumbnailBytes, etag };
}

function notThere(): AppError {
  return new AppError('not_found', { message: 'There is no such file.' });
}
