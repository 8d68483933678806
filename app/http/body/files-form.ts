import { AppError } from '#app/contracts/errors.ts';
import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { storeUpload } from '#app/core/files/new-file.ts';
import { uploadExpiry } from '#app/core/files/records/expiry.ts';
import { bodyOf, readMultipart, type ArrivingFile } from './multipart.ts';
import { isMultipart, readForm } from './read-body.ts';

/** Limits for the fields of a form with files, above those of any form of ours. */
const FIELDS = { fields: 60, fieldSize: 1024 * 1024, fieldNameSize: 100, headerPairs: 20 };

/** Maximum size of all fields of such a form, in bytes, without its files. */
export const FIELDS_MAX_BYTES = FIELDS.fields * FIELDS.fieldSize;

interface FilesForm<Result> {
  /**
   * The name of the file fields; files in other fields are ignored, and so are file fields without a chosen
   * file.
   */
  field: string;
  maxFiles: number;
  /** Maximum size of each file in bytes: of a longer file only this many bytes and one more are passed on. */
  maxBytes: number;
  /**
   * Consumes a file while it arrives. If it throws, the error becomes the result for that file, and the rest
   * of the form is still read.
   */
  consume: (file: ArrivingFile) => Promise<Result>;
}

interface StoringForm {
  /** The owner of the files. */
  userId: string;
  /** The name of the file fields. */
  field: string;
  maxFiles: number;
}

/**
 * Reads the fields and files of a page's form; an ordinary form has no files. If a file is refused, the
 * fields are still returned: they hold the user's input.
 * @throws Response 400 for a malformed form, 413 for one that is too large, 415 for a body that is no form
 */
export async function readFilesForm<Result>(
  request: Request,
  { field, maxFiles, maxBytes, consume }: FilesForm<Result>,
): Promise<{ form: FormData; results: PromiseSettledResult<Result>[] }> {
  if (!isMultipart(request)) return { form: await readForm(request), results: [] };
  const form = new FormData();
  try {
    const body = bounded(bodyOf(request), maxFiles * maxBytes + FIELDS_MAX_BYTES);
    const { broken, pending } = await readMultipart(request.headers.get('content-type'), body, {
      limits: { ...FIELDS, files: maxFiles, fileSize: maxBytes + 1 },
      onField(name, value, parser, isCut) {
        if (isCut) parser.destroy(tooLarge());
        else form.append(name, value);
      },
      accepts: (name, fileName) => name === field && Boolean(fileName),
      consume,
    });
    if (broken) throw broken;
    return { form, results: await Promise.allSettled(pending) };
  } catch (error) {
    throw error instanceof AppError ? new Response(error.message, { status: error.status }) : error;
  }
}

async function* bounded(body: ReturnType<typeof bodyOf>, maxTotal: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > maxTotal) throw tooLarge();
    yield piece;
  }
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', { message: 'The form is too large.' });
}

/**
 * Reads a page's form. Files in it, which no script has uploaded before, are stored and added to its `files`
 * field, the same as files that a script has uploaded.
 * @returns the form, and the reason why the first refused file was refused
 * @throws Response as `readFilesForm`
 */
export async function readStoringForm(
  request: Request,
  { userId, field, maxFiles }: StoringForm,
): Promise<{ form: FormData; refusal: unknown }> {
  const { form, results } = await readFilesForm(request, {
    field,
    maxFiles,
    maxBytes: UPLOAD_MAX_BYTES,
    consume: async ({ name, declared, content }) =>
      (await storeUpload({ userId, name, declared, expiresAt: uploadExpiry() }, content)).id,
  });
  let refusal: unknown;
  for (const outcome of results) {
    if (outcome.status === 'fulfilled') form.append('files', outcome.value);
    else refusal ??= outcome.reason;
  }
  return { form, refusal };
}
