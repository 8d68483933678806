import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '#app/contracts/errors.ts';

/** A file of a form, whole. */
export interface FormFile {
  field: string;
  bytes: Buffer;
}

export interface UploadForm {
  /** The last value of each name. */
  fields: ReadonlyMap<string, string>;
  files: readonly FormFile[];
}

const LIMITS = { fields: 40, fieldSize: 256 * 1024, fieldNameSize: 100, headerPairs: 20 };

/**
 * A form with files that is in memory already, for calls that need all of it at once.
 * @param bytes of the body, within the call's own bound
 * @throws AppError unsupported_media_type, invalid_request for a broken form or one with too many files or fields
 */
export async function parseUploadForm(
  bytes: Uint8Array,
  contentType: string | null,
  mostFiles: number,
): Promise<UploadForm> {
  const form = openForm(contentType, mostFiles);
  const fields = new Map<string, string>();
  const files: FormFile[] = [];
  const isOver = () => form.destroy(tooMany(mostFiles));
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

function openForm(type: string | null, files: number): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type ?? '' }, limits: { ...LIMITS, files } });
  } catch (cause) {
    throw new AppError('unsupported_media_type', {
      message: 'The body must be JSON or multipart/form-data.',
      cause,
    });
  }
}

function tooMany(files: number): AppError {
  return new AppError('invalid_request', {
    message: `The form may have at most ${files} files and ${LIMITS.fields} fields.`,
  });
}
