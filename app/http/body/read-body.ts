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
 * The bytes of a request's body, inflated where it came compressed.
 * @param maxBytes of what comes out
 * @throws AppError payload_too_large as soon as the limit is passed, whatever Content-Length said;
 *   unsupported_media_type and invalid_request as `inflateBody`
 */
export async function readBytes(request: ApiRequest, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError('payload_too_large', { message: `The body may have at most ${maxBytes} bytes.` });
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body === null) return new Uint8Array();
  const body = request.body instanceof ReadableStream ? readOn(request.body) : request.body;
  for await (const chunk of inflateBody(body, request.headers.get('content-encoding'))) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A stream piece by piece. A reader that stops early does not end it: an answer may still go out. */
export async function* readOn(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/**
 * The bytes of a body that says of itself that it is JSON, for who needs them as they came.
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
 * Parses JSON and says where it breaks, without repeating what stands there: it may be a password.
 * @throws AppError invalid_request
 */
export function parseJson(bytes: Uint8Array, mostValues?: number): unknown {
  assertBounded(bytes, mostValues);
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
  // One by one: the lines of a body of line breaks alone would fill the memory.
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', begin)) {
    line += 1;
    begin = at + 1;
  }
  return `: line ${line}, column ${index - begin + 1}`;
}

/** Enough for the longest form, a message in a text box. */
const FORM_MAX_BYTES = 1024 * 1024;

/** Far more than a form of ours has. Node 24 reads fields that have no value in the square of their number. */
const FORM_MOST_FIELDS = 2000;

const AMPERSAND = 0x26;

/**
 * The same request with its form read into memory within a limit; its `formData()` and `clone()` are safe.
 * @throws Response 413 or 400, for which there is an error page
 */
export async function readFormRequest(request: Request, maxBytes = FORM_MAX_BYTES): Promise<Request> {
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof AppError ? new Response(error.message, { status: error.status }) : error;
  });
  const isMultipart = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  if (!isMultipart && countFields(bytes) > FORM_MOST_FIELDS)
    throw new Response(`A form may have at most ${FORM_MOST_FIELDS} fields.`, { status: 400 });
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.from(bytes),
  });
}

/** How many fields an encoded form has; counting ends where there are too many. */
function countFields(bytes: Uint8Array): number {
  let count = 1;
  for (let at = bytes.indexOf(AMPERSAND); at >= 0 && count <= FORM_MOST_FIELDS; count += 1)
    at = bytes.indexOf(AMPERSAND, at + 1);
  return count;
}

/**
 * The fields of a form within a limit.
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
 * The bytes of a body as they were before any encoding, a few at a time: what is not asked for is not inflated.
 * @param encoding a `content-encoding`
 * @throws AppError unsupported_media_type for an encoding that is not known, invalid_request for bytes that are not in it
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
  // A client that leaves in the middle.
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
