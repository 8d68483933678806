import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bucket of our own over real HTTP, path style. It wants signed requests and does not work the signatures out. */
export interface S3Double {
  endpoint: string;
  /** `bucket/name` to what is stored. */
  objects: Map<string, { bytes: Buffer; storedAt: Date }>;
  close(): Promise<void>;
}

/** Names on a page of a list: few, so that lists have pages. */
const PAGE = 2;

/** @param accessKeyId whose signatures it takes */
export async function startS3(accessKeyId: string): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map();
  const signed = new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${accessKeyId}/\\d{8}/[\\w-]+/s3/aws4_request, SignedHeaders=[\\w;-]*host[\\w;-]*, Signature=[0-9a-f]{64}$`,
  );
  const server = createServer((request, response) => {
    if (signed.test(request.headers.authorization ?? '')) void answer(request, response, objects);
    else refuse(response, 403, 'AccessDenied');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: S3Double['objects'],
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  const key = decodeURIComponent(pathname.slice(1));
  if (request.method === 'PUT') {
    objects.set(key, { bytes: Buffer.concat(parts), storedAt: new Date() });
    return void response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (searchParams.get('list-type') === '2')
    return list(key.replace(/\/$/, ''), searchParams, response, objects);
  const object = objects.get(key);
  if (object) response.writeHead(200, { 'content-length': object.bytes.length }).end(object.bytes);
  else refuse(response, 404, 'NoSuchKey');
}

function list(
  bucket: string,
  query: URLSearchParams,
  response: ServerResponse,
  objects: S3Double['objects'],
): void {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
  const from = Number(query.get('continuation-token') ?? 0);
  const found = [...objects].filter(([key]) => key.startsWith(prefix));
  const items = found.slice(from, from + PAGE).map(([key, { storedAt }]) => {
    const name = key.slice(bucket.length + 1);
    return `<Contents><Key>${name}</Key><LastModified>${storedAt.toISOString()}</LastModified></Contents>`;
  });
  const more = found.length > from + PAGE;
  const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.join('')}</ListBucketResult>`);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
