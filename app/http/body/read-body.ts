import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { assertBounded, findJsonError } from './json-text.ts';

const INFLATERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Reads the bytes of a request's body, decompressed if necessary.
 * @param maxBytes limit after decompression
 * @throws AppError payload_too_large as soon as the limit is exceeded, independent of Content-Length;
 * unsupported_media_type and invalid_request as `inflateBody`
 */
export async function readBytes(request: ApiRequest, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError('payload_too_large', { message: `The body may have at most ${maxBytes} bytes.` });
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body === null) return new Uint8Array();
  const body = request.body instanceof ReadableStream ? piecesOf(request.body) : request.body;
  for await (const chunk of inflateBody(body, request.headers.get('content-encoding'))) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a stream piece by piece. Stopping early does not cancel the stream, because an answer may still be
 * sent.
 */
export async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/**
 * Reads the unchanged bytes of a body whose content type is JSON.
 * @throws AppError unsupported_media_type, payload_too_large
 */
export async function readJsonBytes(request: ApiRequest, maxBytes: number): Promise<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new AppError('unsupported_media_type', {
      message: 'The body must be JSON with content-type application/json.',
    });
  return readBytes(request, maxBytes);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON and reports the position of an error without quoting the text, which may be a password.
 * @throws AppError invalid_request
 */
export function parseJson(bytes: Uint8Array, maxValues?: number): unknown {
  assertBounded(bytes, maxValues);
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch (cause) {
    throw new AppError('invalid_request', { message: 'The body is not valid UTF-8.', cause });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError('invalid_request', {
      message: `The body is not valid JSON${placeIn(text, findJsonError(text, error))}.`,
    });
  }
}

function placeIn(text: string, index: number | null): string {
  if (index === null) return '';
  let line = 1;
  let begin = 0;
  // Searches line by line: an array of the lines of a body that consists of line breaks would fill the
  // memory.
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', begin)) {
    line += 1;
    begin = at + 1;
  }
  return `: line ${line}, column ${index - begin + 1}`;
}

/** Enough for the longest form, a message in a text box. */
const FORM_MAX_BYTES = 1024 * 1024;

/**
 * Far more than any form of ours has. Node 24 takes time that grows with the square of the number of fields
 * without a value.
 */
const FORM_MAX_FIELDS = 2000;

const AMPERSAND = 0x26;

/**
 * Reads the form of a request into memory within a size limit and returns an equal request; `formData()` and
 * `clone()` are safe on it.
 * @throws Response 413 or 400, for which there is an error page
 */
export async function readFormRequest(request: Request, maxBytes = FORM_MAX_BYTES): Promise<Request> {
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof AppError ? new Response(error.message, { status: error.status }) : error;
  });
  if (!isMultipart(request) && countFields(bytes) > FORM_MAX_FIELDS)
    throw new Response(`A form may have at most ${FORM_MAX_FIELDS} fields.`, { status: 400 });
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.from(bytes),
  });
}

/** True for a form that is sent with files, or as if it had some. */
export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}

/** Counts the fields of a URL-encoded form; stops counting above the maximum. */
function countFields(bytes: Uint8Array): number {
  let count = 1;
  for (let at = bytes.indexOf(AMPERSAND); at >= 0 && count <= FORM_MAX_FIELDS; count += 1)
    at = bytes.indexOf(AMPERSAND, at + 1);
  return count;
}

/**
 * Reads the fields of a form within a size limit.
 * @throws Response as `readFormRequest`; 415 for a body that is no form
 */
export async function readForm(request: Request, maxBytes = FORM_MAX_BYTES): Promise<FormData> {
  const whole = await readFormRequest(request, maxBytes);
  try {
    return await whole.formData();
  } catch {
    throw new Response('The body is not a form.', { status: 415 });
  }
}

/**
 * Decompresses a body piece by piece: only as much as the reader requests.
 * @param encoding the value of `content-encoding`
 * @throws AppError unsupported_media_type for an unknown encoding, invalid_request for bytes that do not
 * match it
 */
async function* inflateBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  const name = encoding?.trim().toLowerCase() || 'identity';
  if (name === 'identity') return yield* body;
  const create = INFLATERS.get(name);
  if (!create) {
    throw new AppError('unsupported_media_type', {
      message: 'The content-encoding of a body must be gzip, deflate or br.',
    });
  }
  const source = Readable.from(body);
  const inflater = create();
  // The client disconnects in the middle of the body.
  source.once('error', (error) => inflater.destroy(error));
  try {
    yield* source.pipe(inflater) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new AppError('invalid_request', { message: `The body is not ${name}.`, cause });
  } finally {
    source.destroy();
    inflater.destroy();
  }
}
