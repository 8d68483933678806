import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { files } from '#app/core/files/files.ts';
import { isKnown, readRange } from './byte-range.ts';
import { writtenFile } from './written-file.ts';
import type { Answer } from './written-response.ts';

/** Which bytes are asked for. */
export interface SentFile {
  /** Its name in the store. */
  object: string;
  type: string;
  /** Bytes. */
  size: number;
  etag: string;
}

/**
 * A file of the store, or the part of it that is asked for; who has it already is answered by 304.
 * @param closed aborted when the reader has left
 * @throws AppError not_found where the store has no such file
 */
export async function answerFile(
  request: ApiRequest,
  { object, type, size, etag }: SentFile,
  { headers: more, closed }: { headers: Record<string, string>; closed: AbortSignal },
): Promise<Answer> {
  const headers = { etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes', ...more };
  if (isKnown(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  const known = request.headers.get('if-range');
  const asked = known === null || known === etag ? request.headers.get('range') : null;
  const range = readRange(asked, size);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  const head = {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-type': type,
      'content-length': String(range ? range.last - range.first + 1 : size),
      ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
    },
  };
  if (request.method === 'HEAD') return new Response(null, head);
  const content = await (await files()).open(object, range ?? undefined);
  if (!content) throw new AppError('not_found', { message: 'There is no such file.' });
  return writtenFile(head, content, closed);
}
