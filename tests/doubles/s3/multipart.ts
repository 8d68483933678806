import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** The content of a bucket: `bucket/name` to the stored object. */
export type Objects = Map<string, { bytes: Buffer; storedAt: Date }>;

/** For every part but the last one; S3 refuses smaller ones when the upload is completed. */
const MIN_PART = 5 * 1024 * 1024;

/** Parts by their number, of an upload that is neither completed nor aborted. */
type Parts = Map<number, Buffer>;

/** Multipart uploads of a bucket. */
export class Multipart {
  readonly open = new Map<string, Parts>();

  constructor(private readonly objects: Objects) {}

  /** @returns false for a request that does not concern a multipart upload */
  answer(
    method: string,
    key: string,
    { query, body, response }: { query: URLSearchParams; body: Buffer; response: ServerResponse },
  ): boolean {
    const id = query.get('uploadId');
    if (method === 'POST' && query.has('uploads')) this.begin(key, response);
    else if (id === null) return false;
    else if (!this.open.has(id)) response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
    else if (method === 'PUT') this.take(this.open.get(id)!, Number(query.get('partNumber')), body, response);
    else if (method === 'DELETE') this.abort(id, response);
    else this.complete(id, key, response);
    return true;
  }

  private begin(key: string, response: ServerResponse): void {
    const id = randomUUID();
    this.open.set(id, new Map());
    const [bucket = '', ...name] = key.split('/');
    response.end(
      `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${name.join('/')}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  private take(parts: Parts, number: number, body: Buffer, response: ServerResponse): void {
    parts.set(number, body);
    response.writeHead(200, { etag: `"part-${number}"` }).end();
  }

  private abort(id: string, response: ServerResponse): void {
    this.open.delete(id);
    response.writeHead(204).end();
  }

  private complete(id: string, key: string, response: ServerResponse): void {
    const parts = [...this.open.get(id)!].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    if (parts.slice(0, -1).some(({ length }) => length < MIN_PART))
      return void response.writeHead(400).end('<Error><Code>EntityTooSmall</Code></Error>');
    this.open.delete(id);
    this.objects.set(key, { bytes: Buffer.concat(parts), storedAt: new Date() });
    response.end('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
  }
}
