import { Readable } from 'node:stream';
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

export interface S3Options {
  bucket: string;
  region: string;
  /** Anything that speaks S3; absent: Amazon's own for the region. */
  endpoint?: string;
  /** Absent: what the machine itself has (a role, a profile). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** What of a file in pieces is in memory at a time: two parts of the least size that S3 takes. */
const PARTS = { partSize: 5 * 1024 * 1024, queueSize: 2 };
/** A bucket that does not answer is away; what is under way may pause for as long. */
const PATIENCE = { connectionTimeout: 5_000, socketTimeout: 30_000 };

/** Files in a bucket, for processes on several machines. */
export function createS3Store({ bucket: Bucket, ...options }: S3Options): FileStore {
  const client = new S3Client({
    ...options,
    requestHandler: PATIENCE,
    forcePathStyle: true,
    // Checksums of the SDK's own making are not understood by many who speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const read = async (Key: string, Range?: string) => {
    try {
      return (await client.send(new GetObjectCommand({ Bucket, Key, Range }))).Body ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };
  return {
    async put(Key, content) {
      if (content instanceof Uint8Array)
        return void (await client.send(new PutObjectCommand({ Bucket, Key, Body: content })));
      // Aborts what it has begun when a piece or the bucket fails.
      await new Upload({
        client,
        params: { Bucket, Key, Body: Readable.from(content, { objectMode: false }) },
        ...PARTS,
      }).done();
    },
    async get(Key) {
      const body = await read(Key);
      return body && Buffer.from(await body.transformToByteArray());
    },
    async open(Key, range) {
      return (await read(Key, range && `bytes=${range.first}-${range.last}`)) as Readable | null;
    },
    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async *list(folder) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: `${folder}/`, ContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { name: Key, storedAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
