import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { files } from '#app/core/files/files.ts';
import { logger } from '#app/core/platform/logger.ts';
import { WrittenResponse, type Answer, type Head } from './written-response.ts';

/** A stored file with the facts that its answer needs. */
export interface SentFile {
  /** Its name in the file store. */
  object: string;
  type: string;
  /** Bytes. */
  size: number;
  etag: string;
}

/** A byte range of a file, first and last byte inclusive. */
interface Part {
  first: number;
  last: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Answers with a stored file, or the requested range of it; with 304 if the client has it already.
 * @param closed aborted when the reader has left
 * @throws AppError not_found if the store has no such file
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
  const requested = known === null || known === etag ? request.headers.get('range') : null;
  const range = readRange(requested, size);
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

/**
 * Parses a Range header.
 * @returns null for the whole file: no range, several ranges, or a unit other than bytes; 'unsatisfiable' for
 * a range outside of the file
 */
export function readRange(header: string | null, size: number): Part | 'unsatisfiable' | null {
  const [, from, to] = RANGE.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return null;
  const part =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return part.first > part.last ? 'unsatisfiable' : part;
}

/** Tells whether an If-None-Match header contains the current entity tag. */
export function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header
    .slice(0, 4096)
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
}

/** The Content-Disposition of a download, with an ASCII name for old clients and the full name. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * An answer whose body is a file, sent as fast as its reader consumes it.
 * @param content destroyed when it has been written, when the reader leaves, and when writing fails: a file
 * that ends early destroys the connection, so that half of a file cannot be mistaken for the whole
 * @param closed aborted when the reader has left
 */
function writtenFile(head: Head, content: Readable, closed: AbortSignal): WrittenResponse {
  return new WrittenResponse(head, async (connection) => {
    try {
      await pipeline(content, connection);
    } catch (error) {
      if (!closed.aborted) logger().warn({ error: (error as Error).message }, 'a file was cut');
      connection.destroy();
    }
  });
}
