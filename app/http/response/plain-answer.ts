import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isKnown } from './file-answer.ts';

const TAG_LENGTH = 27;

/** Answers with a short text. */
export function sendText(res: ServerResponse, status: number, text: string): void {
  sendWhole(res, { status, type: 'text/plain; charset=utf-8', body: text });
}

/** Answers with JSON, outside of the routes. */
export function sendJson(res: ServerResponse, status: number, data: unknown): void {
  sendWhole(res, { status, type: 'application/json; charset=utf-8', body: JSON.stringify(data) });
}

/**
 * Answers with a body that is in memory, its length and its entity tag; with 304 if the client has it
 * already.
 */
export function sendWhole(
  res: ServerResponse,
  { status, type, body }: { status: number; type: string; body: string | Uint8Array },
): void {
  const bytes = Buffer.from(body);
  const hash = createHash('sha1').update(bytes).digest('base64').slice(0, TAG_LENGTH);
  const tag = `"${bytes.length.toString(16)}-${hash}"`;
  res.setHeader('etag', `W/${tag}`);
  const { method, headers } = res.req;
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && status === 200 && isKnown(headers['if-none-match'] ?? null, tag)) {
    res.statusCode = 304;
    return void res.end();
  }
  res.statusCode = status;
  res.setHeader('content-type', type);
  res.setHeader('content-length', bytes.length);
  res.end(bytes);
}
