import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '#app/contracts/errors.ts';

const INFLATERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The bytes of a body as they were before any encoding, a few at a time: what is not asked for is not inflated.
 * @param encoding a `content-encoding`
 * @throws AppError unsupported_media_type for an encoding that is not known, invalid_request for bytes that are not in it
 */
export async function* inflateBody(
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
