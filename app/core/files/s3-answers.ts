import { addAbortSignal, type Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { ForeignAnswer } from './store-failure.ts';

/** Commands whose answers name the version of the object in `etag`, with every bucket there is. */
const NAMED: ReadonlySet<string> = new Set(['PutObjectCommand', 'GetObjectCommand', 'UploadPartCommand']);

/** A response as it comes from the wire. */
interface Raw {
  statusCode: number;
  headers: Record<string, string>;
  body: Readable;
}

/**
 * Has a client refuse what no bucket says: a proxy, a sign-in page or a wrong address may answer 200 with HTML, which would be
 * taken for a stored file, or be handed out as one.
 */
export function refuseForeignAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        const result = await next(request);
        const { statusCode, headers, body } = result.response as Raw;
        if (statusCode >= 300 || !isForeign(headers, commandName)) return result;
        body.destroy();
        throw new ForeignAnswer(
          `${statusCode} with ${headers['content-type'] ?? 'no type'} is no answer of a bucket`,
        );
      },
    { step: 'deserialize', priority: 'low', name: 'refuseForeignAnswers' },
  );
}

function isForeign(headers: Raw['headers'], command: string): boolean {
  return (headers['content-type'] ?? '').startsWith('text/html') || (NAMED.has(command) && !headers.etag);
}

/**
 * The pieces of a body, whose next one comes in time. Only the time counts in which one is wanted: a reader may be slow.
 * @throws AbortError after a silence
 */
export async function* unlessSilent(body: Readable, ms: number): AsyncGenerator<Buffer> {
  const silence = new AbortController();
  const wait = () => setTimeout(() => silence.abort(), ms);
  let late = wait();
  try {
    for await (const piece of addAbortSignal(silence.signal, body)) {
      clearTimeout(late);
      yield piece as Buffer;
      late = wait();
    }
  } finally {
    clearTimeout(late);
  }
}
