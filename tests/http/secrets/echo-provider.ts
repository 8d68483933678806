import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EchoProvider {
  /** For a base URL. */
  url: string;
  close(): Promise<void>;
}

/** The ways in which a provider may repeat its input, by model name. */
export const ECHOES = ['refusal', 'names', 'text', 'page', 'headers', 'chunk', 'late', 'broken'] as const;
type Echo = (typeof ECHOES)[number];

/** All secret parts of a request: the key alone, with its scheme, encoded. */
interface Sent {
  key: string;
  header: string;
  prompt: string;
}

/**
 * A provider that answers every call with an error that contains the caller's key, in all possible places.
 */
export async function startEchoProvider(): Promise<EchoProvider> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString()) as { model: string; messages: unknown };
    const header = request.headers.authorization ?? '';
    const sent = { key: header.replace('Bearer ', ''), header, prompt: JSON.stringify(body.messages) };
    WAYS[body.model as Echo](response, sent);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const stream = (response: ServerResponse, ...chunks: string[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(chunks.map((chunk) => `data: ${chunk}\n\n`).join(''));
};

const word = JSON.stringify({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'echo',
  choices: [{ index: 0, delta: { content: 'Yes' }, finish_reason: null }],
});

const WAYS: Record<Echo, (response: ServerResponse, sent: Sent) => void> = {
  refusal: (response, { key, header }) =>
    json(response, 401, {
      error: {
        message: `Incorrect API key provided: ${key}. You sent "Authorization: ${header}", ${encodeURIComponent(key)}.`,
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    }),
  names: (response, { key }) =>
    json(response, 400, { error: { message: 'No', type: key, param: `headers.${key}`, code: key } }),
  text: (response, { key }) =>
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`cannot reach http://u:${key}@upstream/`),
  page: (response, { header }) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end(`<h1>Bad gateway</h1><pre>${header}</pre>`),
  headers: (response, { key }) =>
    json(response, 429, { error: { message: 'Slow down', code: 'x' } }, { 'x-key': key, 'retry-after': key }),
  chunk: (response, { header }) =>
    stream(response, JSON.stringify({ error: { message: `who is ${header}?`, code: 'server_error' } })),
  late: (response, { key }) =>
    stream(response, word, JSON.stringify({ error: { message: `the key ${key} has ended`, code: 401 } })),
  broken: (response, { key, prompt }) => stream(response, word, `{"key": ${key} ${prompt}`),
};
