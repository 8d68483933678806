import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import { AppError } from '#app/contracts/errors.ts';
import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { asBroken, bodyOf, openForm, type ArrivingFile } from './multipart.ts';
import { readForm } from './read-body.ts';

/** Of the fields of a form together with its files, more than any form of ours has. */
const FIELDS = { fields: 60, fieldSize: 1024 * 1024, fieldNameSize: 100, headerPairs: 20 };

/** Bytes that such a form may have beside its files. */
export const FIELDS_MAX_BYTES = FIELDS.fields * FIELDS.fieldSize;

interface FilesForm<Taken> {
  /** The name of the fields with files; files in others are passed over, as is a field in which none was chosen. */
  field: string;
  mostFiles: number;
  /** Bytes of each: of a longer one no more is handed on than one byte above it. */
  mostBytes: number;
  /** Takes a file while it arrives. What it throws is kept in its place, and the form is read on. */
  take: (file: ArrivingFile) => Promise<Taken>;
}

interface KeptForm {
  /** The name of the fields with files. */
  field: string;
  mostFiles: number;
  /** Keeps a file while it arrives. @returns its id */
  keep: (file: ArrivingFile) => Promise<string>;
}

/**
 * The fields of a form of a page, and what became of its files; an ordinary form has none. A file that is refused does
 * not cost the fields: they hold what somebody typed.
 * @throws Response 400 for a broken form, 413 for one that is too large, 415 for a body that is no form
 */
export async function readFilesForm<Taken>(
  request: Request,
  { field, mostFiles, mostBytes, take }: FilesForm<Taken>,
): Promise<{ form: FormData; taken: PromiseSettledResult<Taken>[] }> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return { form: await readForm(request), taken: [] };
  try {
    const parser = openForm(type, { ...FIELDS, files: mostFiles, fileSize: mostBytes + 1 });
    const form = new FormData();
    const taking: Promise<Taken>[] = [];
    const arriving = new Set<PassThrough>();
    parser.on('field', (name, value, _isNameCut, isCut) => {
      if (isCut) parser.destroy(tooLarge());
      else form.append(name, value);
    });
    parser.on('file', (name, source, filename, _encoding, declared) => {
      if (name !== field || !filename) return void source.resume();
      const content = handOn(source);
      arriving.add(content);
      const taken = take({ name: filename, declared, content });
      // Told below, once the form has been read; without a listener it would end the process.
      taken.catch(() => undefined);
      taking.push(taken);
    });
    const most = mostFiles * mostBytes + FIELDS_MAX_BYTES;
    await pipeline(Readable.from(bounded(bodyOf(request), most), { objectMode: false }), parser).catch(
      (cause: unknown) => {
        const broken = asBroken(cause);
        for (const content of arriving) content.destroy(broken);
        throw broken;
      },
    );
    return { form, taken: await Promise.allSettled(taking) };
  } catch (error) {
    throw error instanceof AppError ? new Response(error.message, { status: error.status }) : error;
  }
}

/** A file for its taker, whose early leave does not keep the rest of the form from being read. */
function handOn(source: BusboyFileStream): PassThrough {
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

async function* bounded(body: ReturnType<typeof bodyOf>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > most) throw tooLarge();
    yield piece;
  }
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', { message: 'The form is too large.' });
}

/**
 * A form of a page. Files that it brings, where no script has uploaded them before, are kept and named among its `files`
 * as those are that a script has.
 * @returns the form, and why the first file was refused
 * @throws Response as `readFilesForm`
 */
export async function readKeptForm(
  request: Request,
  { field, mostFiles, keep }: KeptForm,
): Promise<{ form: FormData; refusal: unknown }> {
  const { form, taken } = await readFilesForm(request, {
    field,
    mostFiles,
    mostBytes: UPLOAD_MAX_BYTES,
    take: keep,
  });
  let refusal: unknown;
  for (const outcome of taken) {
    if (outcome.status === 'fulfilled') form.append('files', outcome.value);
    else refusal ??= outcome.reason;
  }
  return { form, refusal };
}
