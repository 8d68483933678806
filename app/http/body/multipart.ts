import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { piecesOf } from './read-body.ts';

/** A file of a form while it arrives. */
export interface ArrivingFile {
  /** The name that its sender gave it; untrusted. */
  name: string;
  /** The type that its sender claims. */
  declared: string;
  content: AsyncIterable<Uint8Array>;
}

type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** How a form with files is read. */
interface Reading<Result> {
  limits: BusboyConfig['limits'];
  /** The message for a body that is no such form. */
  wanted?: string;
  onField(name: string, value: string, form: BusboyInstance, isCut: boolean): void;
  /** True for a file that is consumed; all others are skipped. */
  accepts(field: string, name: string | undefined): boolean;
  /** Consumes a file while it arrives: a slow consumer slows the sender down. */
  consume(file: ArrivingFile, field: string): Promise<Result>;
  /** True if the rest of the form is not read once a file is refused. */
  stopsAtRefusal?: boolean;
  /** The error for too many files or fields; without it, further ones are skipped. */
  tooMany?(): AppError;
}

/** Limits above those of any form of ours with a single file. */
const UPLOAD_LIMITS = { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 };

const WHOLE_FORM_LIMITS = { fields: 40, fieldSize: 256 * 1024, fieldNameSize: 100, headerPairs: 20 };

/** A complete file of a form. */
interface FormFile {
  field: string;
  bytes: Buffer;
}

export interface UploadForm {
  /** The last value of each name. */
  fields: ReadonlyMap<string, string>;
  files: readonly FormFile[];
}

/** The pieces of a body; if a reader stops early, `discardRest` reads the rest. */
export function bodyOf({ body }: Pick<ApiRequest, 'body'>): Body {
  return body instanceof ReadableStream ? piecesOf(body) : (body ?? []);
}

/**
 * Reads a form with files, and passes each file on while it arrives. If the form is cut or malformed, the
 * contents of its files fail with the same error.
 * @returns the error for a form that could not be read to its end, and the results of the consumers, which may
 * still be pending; their errors are handled
 * @throws AppError unsupported_media_type for a body that is no such form
 */
export async function readMultipart<Result>(
  type: string | null,
  body: Body,
  { limits, wanted, onField, accepts, consume, stopsAtRefusal = false, tooMany }: Reading<Result>,
): Promise<{ broken: Error | null; pending: readonly Promise<Result>[] }> {
  const form = openForm(type, limits, wanted);
  const pending: Promise<Result>[] = [];
  const arriving: PassThrough[] = [];
  if (tooMany) {
    const refuse = () => form.destroy(tooMany());
    form.on('filesLimit', refuse).on('fieldsLimit', refuse);
  }
  form.on('field', (name, value, _isNameCut, isCut) => onField(name, value, form, isCut));
  form.on('file', (field, source, name, _encoding, declared) => {
    if (!accepts(field, name)) {
      // Without a listener its error would end the process.
      source.on('error', () => undefined);
      return void source.resume();
    }
    const content = passOn(source);
    arriving.push(content);
    const result = consume({ name: name ?? '', declared, content }, field);
    result.catch((error: Error) => stopsAtRefusal && form.destroy(error));
    pending.push(result);
  });
  try {
    await pipeline(Readable.from(body, { objectMode: false }), form);
    return { broken: null, pending };
  } catch (cause) {
    const broken = asBroken(cause);
    for (const content of arriving) content.destroy(broken);
    return { broken, pending };
  }
}

function openForm(
  type: string | null,
  limits: BusboyConfig['limits'],
  message = 'The body must be multipart/form-data.',
): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type ?? '' }, limits });
  } catch (cause) {
    throw new AppError('unsupported_media_type', { message, cause });
  }
}

/** The error for a form that could not be read to its end. */
function asBroken(cause: unknown): Error {
  if (cause instanceof AppError) return cause;
  return new AppError('invalid_request', { message: 'The form is broken or was cut.', cause });
}

/** Passes a file on to its consumer; if the consumer stops early, the rest of the form is still read. */
function passOn(source: BusboyFileStream): PassThrough {
  const content = new PassThrough();
  source.on('error', (error: Error) => content.destroy(error));
  content.on('error', () => undefined);
  content.on('close', () => {
    source.unpipe(content);
    source.resume();
  });
  source.pipe(content);
  return content;
}

/**
 * Reads a form with one file and passes the file on while it arrives: only a few pieces are in memory. Resolves
 * only after the consumer has; if the consumer refuses the file, the rest of the form is not read.
 * @param field the name of the file's field; files in other fields are ignored
 * @returns the result of the consumer, and the form's other fields
 * @throws AppError unsupported_media_type, invalid_file without a file, invalid_request for a malformed form;
 * and the errors of the consumer
 */
export async function readUpload<T>(
  request: ApiRequest,
  field: string,
  consume: (file: ArrivingFile) => Promise<T>,
): Promise<{ result: T; fields: ReadonlyMap<string, string> }> {
  const fields = new Map<string, string>();
  const { broken, pending } = await readMultipart(request.headers.get('content-type'), bodyOf(request), {
    limits: UPLOAD_LIMITS,
    onField: (name, value) => void fields.set(name, value),
    accepts: (name) => name === field,
    consume,
    stopsAtRefusal: true,
  });
  if (pending.length === 0) throw broken ?? new AppError('invalid_file', { param: field });
  const result = await pending[0]!;
  if (broken) throw broken;
  return { result, fields };
}

/**
 * Parses a form with files that is already in memory, for calls that need all of it at once.
 * @param bytes the body, within the call's own size limit
 * @throws AppError unsupported_media_type, invalid_request for a malformed form or one with too many files or
 * fields
 */
export async function parseUploadForm(
  bytes: Uint8Array,
  contentType: string | null,
  maxFiles: number,
): Promise<UploadForm> {
  const fields = new Map<string, string>();
  const { broken, pending } = await readMultipart(contentType, [bytes], {
    limits: { ...WHOLE_FORM_LIMITS, files: maxFiles },
    wanted: 'The body must be JSON or multipart/form-data.',
    onField(name, value, form, isCut) {
      if (isCut)
        form.destroy(new AppError('invalid_request', { param: name, message: `${name}: is too long.` }));
      fields.set(name, value);
    },
    accepts: () => true,
    consume: async ({ content }, field) => ({ field, bytes: await buffer(content) }),
    tooMany: () =>
      new AppError('invalid_request', {
        message: `The form may have at most ${maxFiles} files and ${WHOLE_FORM_LIMITS.fields} fields.`,
      }),
  });
  if (broken) throw broken;
  return { fields, files: await Promise.all(pending) };
}
