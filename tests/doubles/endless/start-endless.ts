import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The endless outputs of a provider; selected by name in the last message, or in the input of an embedding
 * call.
 */
export const FLOODS = ['words', 'tools', 'usage', 'comments', 'whole', 'vectors'] as const;
export type Flood = (typeof FLOODS)[number];

const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const say = (delta: object) => event({ choices: [{ index: 0, delta }] });
const LINE = 'and on it goes, '.repeat(64);
const COUNTED = { prompt_tokens: 5, completion_tokens: 1 };
const CALL = { index: 0, id: 'call_1', type: 'function', function: { name: 'tell', arguments: LINE } };

const REPEATED: Record<Flood, string> = {
  words: say({ content: LINE }),
  tools: say({ tool_calls: [CALL] }),
  usage: event({ choices: [], usage: COUNTED }),
  comments: `: ${LINE}\n\n`,
  whole: LINE,
  vectors: '0.125,'.repeat(200),
};

/** The beginning of an unstreamed body. */
const HEADS: Partial<Record<Flood, string>> = {
  whole: '{"choices":[{"index":0,"finish_reason":"stop","message":{"content":"',
  vectors: '{"data":[{"index":0,"embedding":[',
};

export interface Endless {
  /** For a client's base URL. */
  url: string;
  /** Bytes sent to each request before its client hung up, oldest first. */
  given(): readonly number[];
  close(): Promise<void>;
}

/**
 * A provider with OpenAI's wire whose answers never end: it writes as fast as they are read, until its client
 * hangs up.
 */
export async function startEndless(): Promise<Endless> {
  const given: number[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const flood = FLOODS.find((name) => body.includes(`endless ${name}`)) ?? 'words';
    const place = given.push(0) - 1;
    const head = HEADS[flood];
    response.writeHead(200, { 'content-type': head ? 'application/json' : 'text/event-stream' });
    await pour(response, head ?? '', REPEATED[flood], (bytes) => (given[place]! += bytes));
  };
  // No answer is needed if the client hangs up during its request.
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    given: () => given,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Written in large chunks, so that the client alone determines how long the test takes. */
const AT_ONCE_BYTES = 64 * 1024;

async function pour(
  response: ServerResponse,
  head: string,
  repeated: string,
  count: (bytes: number) => void,
): Promise<void> {
  const piece = repeated.repeat(Math.ceil(AT_ONCE_BYTES / repeated.length));
  const closed = once(response, 'close');
  response.write(head);
  while (!response.destroyed) {
    count(piece.length);
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
  }
}
