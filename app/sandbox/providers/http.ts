import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gates } from './gate.ts';
import type { Accent } from './openai/accent.ts';
import { errorBody, type WireError } from './openai/errors.ts';
import type { SeenRequest } from './record.ts';

/** Longest body that is read; real providers have a limit too. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** One open request, as every handler gets it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  seen: SeenRequest;
  /** The key of the request. */
  key: string;
  gates: Gates;
  /** The dialect of a reseller of OpenAI's models. */
  accent?: Accent;
}

/** The whole body as text; null if it exceeds the limit. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The headers that OpenAI puts on every answer. */
export function commonHeaders(seen: SeenRequest): Record<string, string> {
  return {
    'x-request-id': `req_sandbox${seen.number}`,
    'openai-version': '2020-10-01',
    'openai-processing-ms': String(Date.now() - seen.at),
  };
}

export function sendJson(
  { response, seen }: Pick<Exchange, 'response' | 'seen'>,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  seen.status = status;
  response.writeHead(status, { ...commonHeaders(seen), 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function sendError(
  exchange: Pick<Exchange, 'response' | 'seen' | 'accent'>,
  error: WireError,
  headers: Record<string, string> = {},
): void {
  const { accent } = exchange;
  const body = accent?.errorBody(error) ?? errorBody(error);
  sendJson(exchange, error.status, body, accent?.errorHeaders(headers) ?? headers);
}

/** Resets the connection: the client sees it as a crashed server. */
export function hangUp({ request, seen }: Exchange): void {
  seen.answeredAt = Date.now();
  request.socket.resetAndDestroy();
}
