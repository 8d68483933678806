import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import type { ByteRange } from '#app/core/files/file-store.ts';
import { files } from '#app/core/files/files.ts';
import { deleteFile } from '#app/core/files/records/delete-files.ts';
import { findFile } from '#app/core/files/records/find-file.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { isId } from '#app/core/platform/ids.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { writtenFile } from '#app/http/response/written-file.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { disposition, isKnown, readRange } from './byte-range.ts';

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

/** Which bytes of a file are asked for. */
interface Wanted {
  object: string;
  type: string;
  size: number;
  etag: string;
}

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
    const headers = {
      etag: wanted.etag,
      'cache-control': 'private, no-cache',
      'content-disposition': disposition(query.download === undefined ? 'inline' : 'attachment', file.name),
      'accept-ranges': 'bytes',
      'content-security-policy': POLICIES[file.kind],
    };
    if (isKnown(request.headers.get('if-none-match'), wanted.etag))
      return new Response(null, { status: 304, headers });
    const known = request.headers.get('if-range');
    const asked = known === null || known === wanted.etag ? request.headers.get('range') : null;
    const range = readRange(asked, wanted.size);
    if (range === 'unsatisfiable')
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${wanted.size}` } });
    return answerFile(wanted, { range, headers, isHead: request.method === 'HEAD', closed: context.closed });
  },
);

/** DELETE /files/:id: a file of the caller, its bytes too. @throws AppError not_found */
export const deleteFileCall = endpoint({ auth: 'user', params: PARAMS }, async ({ user, params }) => {
  if (!(await deleteFile({ userId: user.id, id: params.fileId }))) throw notThere();
});

function wholeOf({ objectName, mimeType, bytes, sha256 }: FileRecord): Wanted {
  return { object: objectName, type: mimeType, size: bytes, etag: `"${sha256.slice(0, 32)}"` };
}

function thumbnailOf({ thumbnailName, thumbnailBytes, sha256 }: FileRecord): Wanted | null {
  if (thumbnailName === null) return null;
  return {
    object: thumbnailName,
    type: 'image/webp',
    size: thumbnailBytes,
    etag: `"small-${sha256.slice(0, 32)}"`,
  };
}

async function answerFile(
  { object, type, size }: Wanted,
  {
    range,
    headers,
    isHead,
    closed,
  }: { range: ByteRange | null; headers: Record<string, string>; isHead: boolean; closed: AbortSignal },
) {
  const length = range ? range.last - range.first + 1 : size;
  const head = {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-type': type,
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
    },
  };
  if (isHead) return new Response(null, head);
  const content = await (await files()).open(object, range ?? undefined);
  if (!content) throw notThere();
  return writtenFile(head, content, closed);
}

function notThere(): AppError {
  return new AppError('not_found', { message: 'There is no such file.' });
}
