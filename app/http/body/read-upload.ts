import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { asBroken, bodyOf, openForm, type ArrivingFile } from './multipart.ts';

/** More than any form of ours has beside its one file. */
const LIMITS = { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 };

/**
 * Reads a form with one file, and hands the file on while it arrives: a slow taker slows its sender down, and no more
 * than a few pieces are in memory. Does not resolve before `take` has, and `take` is told by an error where the form is
 * cut or malformed.
 * @param field the name of the file's field; files in others are passed over
 * @returns what `take` made of the file, and the form's other fields
 * @throws AppError unsupported_media_type, invalid_file without a file, invalid_request for a broken form; what `take` throws
 */
export async function readUpload<T>(
  request: ApiRequest,
  field: string,
  take: (file: ArrivingFile) => Promise<T>,
): Promise<{ taken: T; fields: ReadonlyMap<string, string> }> {
  const form = openForm(request.headers.get('content-type'), LIMITS);
  const fields = new Map<string, string>();
  let taking: Promise<T> | undefined;
  let arriving: BusboyFileStream | undefined;
  form.on('field', (name, value) => void fields.set(name, value));
  form.on('file', (name, content, filename, _encoding, declared) => {
    // Told by `pipeline` or by whoever reads it; without a listener it would end the process.
    content.on('error', () => undefined);
    if (name !== field || taking) return void content.resume();
    arriving = content;
    taking = take({ name: filename ?? '', declared, content });
    // Who has refused a file does not wait for the rest of it.
    taking.catch((error: Error) => form.destroy(error));
  });
  const parsing = pipeline(Readable.from(bodyOf(request), { objectMode: false }), form).catch(
    (cause: unknown) => {
      const broken = asBroken(cause);
      arriving?.destroy(broken);
      throw broken;
    },
  );
  const [parsed] = await Promise.allSettled([parsing]);
  if (!taking)
    throw parsed.status === 'rejected' ? parsed.reason : new AppError('invalid_file', { param: field });
  const taken = await taking;
  if (parsed.status === 'rejected') throw parsed.reason;
  return { taken, fields };
}
