import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { readOn } from './read-body.ts';

/** A file of a form while it arrives. */
export interface ArrivingFile {
  /** As its sender calls it; may be anything. */
  name: string;
  /** The type that its sender claims. */
  declared: string;
  content: AsyncIterable<Uint8Array>;
}

/** A reader of a form with files. @throws AppError unsupported_media_type for a body that is none */
export function openForm(type: string | null, limits: BusboyConfig['limits']): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type ?? '' }, limits });
  } catch (cause) {
    throw new AppError('unsupported_media_type', { message: 'The body must be multipart/form-data.', cause });
  }
}

/** The pieces of a body; a reader that stops early leaves the rest to `discardRest`. */
export function bodyOf({ body }: Pick<ApiRequest, 'body'>): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return body instanceof ReadableStream ? readOn(body) : (body ?? []);
}

/** What is wrong with a form that could not be read to its end. */
export function asBroken(cause: unknown): Error {
  if (cause instanceof AppError) return cause;
  return new AppError('invalid_request', { message: 'The form is broken or was cut.', cause });
}
