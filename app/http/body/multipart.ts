import { Readable } from 'node:stream';
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

/** Limits above those of any form of ours with a single file. */
const LIMITS = { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 };

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

const WHOLE_FORM_LIMITS = { fields: 40, fieldSize: 256 * 1024, fieldNameSize: 100, headerPairs: 20 };

/**
 * Opens a parser for a form with files.
 * @throws AppError unsupported_media_type for a body that is no such form
 */
export function openForm(type: string | null, limits: BusboyConfig['limits']): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type ?? '' }, limits });
  } catch (cause) {
    throw new AppError('unsupported_media_type', { message: 'The body must be multipart/form-data.', cause });
  }
}

/** The pieces of a body; if a reader stops early, `discardRest` reads the rest. */
export function bodyOf({ body }: Pick<ApiRequest, 'body'>): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return body instanceof ReadableStream ? piecesOf(body) : (body ?? []);
}

/** The error for a form that could not be read to its end. */
export function asBroken(cause: unknown): Error {
  if (cause instanceof AppError) return cause;
  return new AppError('invalid_request', { message: 'The form is broken or was cut.', cause });
}

/**
 * Reads a form with one file and passes the file on while it arrives: a slow consumer slows the sender down,
 * and only a few pieces are in memory. Resolves only after the consumer has; if the form is cut or malformed,
 * the content of the file fails with an error.
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
  const form = openForm(request.headers.get('content-type'), LIMITS);
  const fields = new Map<string, string>();
  let pending: Promise<T> | undefined;
  let arriving: BusboyFileStream | undefined;
  form.on('field', (name, value) => void fields.set(name, value));
  form.on('file', (name, content, filename, _encoding, declared) => {
    // The error is handled by `pipeline` or by the consumer; without a listener it would end the process.
    content.on('error', () => undefined);
    if (name !== field || pending) return void content.resume();
    arriving = content;
    pending = consume({ name: filename ?? '', declared, content });
    // If the consumer refuses the file, the rest of the form is not read.
    pending.catch((error: Error) => form.destroy(error));
  });
  const parsing = pipeline(Readable.from(bodyOf(request), { objectMode: false }), form).catch(
    (cause: unknown) => {
      const broken = asBroken(cause);
      arriving?.destroy(broken);
      throw broken;
    },
  );
  const [parsed] = await Promise.allSettled([parsing]);
  if (!pending)
    throw parsed.status === 'rejected' ? parsed.reason : new AppError('invalid_file', { param: field });
  const result = await pending;
  if (parsed.status === 'rejected') throw parsed.reason;
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
  const form = openWholeForm(contentType, maxFiles);
  const fields = new Map<string, string>();
  const files: FormFile[] = [];
  const isOver = () => form.destroy(tooMany(maxFiles));
  form.on('filesLimit', isOver).on('fieldsLimit', isOver);
  form.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut)
      form.destroy(new AppError('invalid_request', { param: name, message: `${name}: is too long.` }));
    fields.set(name, value);
  });
  form.on('file', (field, content) => {
    const pieces: Buffer[] = [];
    content.on('error', () => undefined);
    content.on('data', (piece: Buffer) => pieces.push(piece));
    content.on('end', () => files.push({ field, bytes: Buffer.concat(pieces) }));
  });
  try {
    await pipeline(Readable.from([bytes], { objectMode: false }), form);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid_request', { message: 'The form is broken or was cut.', cause });
  }
  return { fields, files };
}

function openWholeForm(type: string | null, files: number): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type ?? '' }, limits: { ...WHOLE_FORM_LIMITS, files } });
  } catch (cause) {
    throw new AppError('unsupported_media_type', {
      message: 'The body must be JSON or multipart/form-data.',
      cause,
    });
  }
}

function tooMany(files: number): AppError {
  return new AppError('invalid_request', {
    message: `The form may have at most ${files} files and ${WHOLE_FORM_LIMITS.fields} fields.`,
  });
}
