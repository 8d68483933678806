import { addAbortSignal, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { FileStore } from './file-store.ts';
import { ForeignAnswer } from './store-failure.ts';

export interface S3Options {
  bucket: string;
  region: string;
  /** Any S3-compatible service; absent: Amazon's own in the region. */
  endpoint?: string;
  /** Absent: the credentials of the machine (a role, a profile). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Time limit of an operation with all its tries in milliseconds, without the time for its bytes. */
  limitMs: number;
}

/** Parts of a streamed file in memory at a time: two of the minimum size that S3 accepts. */
const PARTS = { partSize: 5 * 1024 * 1024, queueSize: 2 };

const MAX_CONNECT_MS = 3_000;

/**
 * Tries of a request that a bucket does not answer, or answers with a 5xx status; the SDK waits longer before
 * each.
 */
const TRIES = 3;

/** The slowest transfer rate that is tolerated: bytes per millisecond. */
const BYTES_PER_MS = 256;

/** Commands whose responses have an `etag` with every known S3 service. */
const WITH_ETAG: ReadonlySet<string> = new Set(['PutObjectCommand', 'GetObjectCommand', 'UploadPartCommand']);

/** A raw response. */
interface Raw {
  statusCode: number;
  headers: Record<string, string>;
  body: Readable;
}

/** Files in a bucket, for processes on several machines. */
export function createS3Store({ bucket: Bucket, limitMs, ...options }: S3Options): FileStore {
  // If a bucket accepts a connection and sends nothing, there is time for a second try within the limit.
  const tryMs = Math.ceil(limitMs / 2);
  const client = new S3Client({
    ...options,
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: Math.min(MAX_CONNECT_MS, tryMs),
      requestTimeout: tryMs + timeFor(PARTS.partSize),
      throwOnRequestTimeout: true,
    },
    forcePathStyle: true,
    // Many S3-compatible services do not support the checksums of the SDK.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  refuseForeignAnswers(client);
  /** @param bytes size of the request */
  const within = (bytes = 0) => ({
    abortSignal: AbortSignal.timeout(limitMs + timeFor(bytes)),
    requestTimeout: tryMs + timeFor(bytes),
  });
  const read = async (Key: string, Range?: string) => {
    try {
      const { Body, ContentLength } = await client.send(
        new GetObjectCommand({ Bucket, Key, Range }),
        within(),
      );
      return Body ? { body: Body as Readable, bytes: ContentLength ?? 0 } : null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };
  return {
    async put(Key, content) {
      const about = { Bucket, Key, ContentType: 'application/octet-stream' };
      if (content instanceof Uint8Array) {
        await client.send(new PutObjectCommand({ ...about, Body: content }), within(content.byteLength));
        return;
      }
      const late = setTimeout(() => void upload.abort(), limitMs);
      const extendTimeout = () => void late.refresh();
      const Body = Readable.from(withNotice(content, extendTimeout), { objectMode: false });
      // Aborts a multipart upload when a piece or the bucket fails.
      const upload = new Upload({ client, params: { ...about, Body }, ...PARTS });
      upload.on('httpUploadProgress', extendTimeout);
      try {
        await upload.done();
      } finally {
        clearTimeout(late);
        // A failed upload leaves its source open.
        Body.destroy();
      }
    },
    async get(Key) {
      const found = await read(Key);
      if (!found) return null;
      const { body, bytes } = found;
      const pieces: Buffer[] = [];
      for await (const piece of addAbortSignal(AbortSignal.timeout(limitMs + timeFor(bytes)), body))
        pieces.push(piece as Buffer);
      return Buffer.concat(pieces);
    },
    async open(Key, range) {
      const found = await read(Key, range && `bytes=${range.first}-${range.last}`);
      return found && Readable.from(withReadTimeout(found.body, tryMs), { objectMode: false });
    },
    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), within());
    },
    async *list(folder) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: `${folder}/`, ContinuationToken }),
          within(),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { name: Key, storedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

/** Milliseconds to transfer bytes. */
const timeFor = (bytes: number) => Math.ceil(bytes / BYTES_PER_MS);

/** Content that calls `notice` for each of its pieces when it is read. */
async function* withNotice(
  content: AsyncIterable<Uint8Array>,
  notice: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    notice();
    yield piece;
  }
}

/**
 * Makes a client reject responses that no bucket sends: a proxy, a sign-in page or a wrong address may answer
 * 200 with HTML, which would pass for a stored file.
 */
function refuseForeignAnswers(client: S3Client): void {
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
  return (headers['content-type'] ?? '').startsWith('text/html') || (WITH_ETAG.has(command) && !headers.etag);
}

/**
 * The pieces of a body, each of which must arrive in time. Only time in which a piece is being awaited
 * counts: a reader may be slow.
 * @throws AbortError after a silence
 */
export async function* withReadTimeout(body: Readable, ms: number): AsyncGenerator<Buffer> {
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
