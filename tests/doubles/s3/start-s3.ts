import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Multipart, type Objects } from './multipart.ts';
import { isSigned } from './verify-signature.ts';

/**
 * The faults of a bucket: it never answers, denies access, fails, is full, returns a proxy's page, sends half
 * of an object, or has lost its objects.
 */
export type S3Fault = 'silent' | 'forbidden' | 'broken' | 'full' | 'page' | 'half' | 'lost';

/** An S3 server of our own over real HTTP, path style. It verifies the signature of every request. */
export interface S3Double {
  endpoint: string;
  objects: Objects;
  /** Multipart uploads that are neither completed nor aborted, by their ids. */
  unfinished: ReadonlyMap<string, unknown>;
  /** Begins a fault after so many further requests, or ends it with null. Hanging requests then remain so. */
  fail(fault: S3Fault | null, after?: number): void;
  /** Number of requests so far. */
  asked(): number;
  /** Cuts all open requests; stored objects remain. */
  close(): Promise<void>;
  /** Reopens after a close, at the same address. */
  open(): Promise<void>;
}

/** Names per page of a list: few, so that lists have pages. */
const PAGE = 2;

/** @param accessKeyId the key whose signatures are accepted, with its secret */
export async function startS3(accessKeyId: string, secret = 'secret'): Promise<S3Double> {
  const objects: Objects = new Map();
  const multipart = new Multipart(objects);
  let fault: S3Fault | null = null;
  let asked = 0;
  let failsAfter = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    asked += 1;
    const body = await readBody(request);
    if (fault && asked > failsAfter && misbehave(fault, request, response)) return;
    if (isSigned(request, body, { accessKeyId, secret }))
      answer(request, response, { body, objects, multipart });
    else refuse(response, 403, 'AccessDenied');
  };
  // A cut request needs no answer.
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    unfinished: multipart.open,
    fail(next, after = 0) {
      fault = next;
      failsAfter = asked + after;
    },
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    open: () => listen(port),
  };
}

/** @returns false if the request is answered normally */
function misbehave(fault: S3Fault, { method }: IncomingMessage, response: ServerResponse): boolean {
  if (fault === 'half') {
    if (method !== 'GET') return false;
    response.writeHead(200, { etag: '"half"', 'content-length': 1000 }).write('half of it');
  } else if (fault === 'lost') {
    if (method !== 'GET') return false;
    refuse(response, 404, 'NoSuchKey');
  } else if (fault === 'full') {
    if (method !== 'PUT') return false;
    refuse(response, 507, 'InsufficientStorage');
  } else if (fault === 'forbidden') refuse(response, 403, 'AccessDenied');
  else if (fault === 'broken') refuse(response, 500, 'InternalError');
  else if (fault === 'page')
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><h1>Welcome</h1>');
  return true;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { body, objects, multipart }: { body: Buffer; objects: Objects; multipart: Multipart },
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  const key = decodeURIComponent(pathname.slice(1));
  if (multipart.answer(request.method ?? '', key, { query: searchParams, body, response })) return;
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, storedAt: new Date() });
    return void response.writeHead(200, { etag: '"stored"' }).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (searchParams.get('list-type') === '2')
    return list(key.replace(/\/$/, ''), searchParams, response, objects);
  const object = objects.get(key);
  if (object) give(object.bytes, request.headers.range, response);
  else refuse(response, 404, 'NoSuchKey');
}

function give(bytes: Buffer, range: string | undefined, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const part = range ? bytes.subarray(Number(first), Number(last) + 1) : bytes;
  const about = range && { 'content-range': `bytes ${first}-${last}/${bytes.length}` };
  response
    .writeHead(range ? 206 : 200, { etag: '"stored"', ...about, 'content-length': part.length })
    .end(part);
}

function list(bucket: string, query: URLSearchParams, response: ServerResponse, objects: Objects): void {
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
