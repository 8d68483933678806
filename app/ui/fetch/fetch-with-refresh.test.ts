import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchWithRefresh, SessionOverError } from './fetch-with-refresh.ts';

let server: Server;
let origin: string;
/** The requests that the server received, in order. */
let asked: string[];
let signedIn: boolean;
let refreshable: boolean;
/**
 * Number of calls that got a 401, and the number of them that the server awaits before it answers a refresh.
 */
let refused: number;
let awaited: number;

const platformFetch = globalThis.fetch;
async function countingFetch(...call: Parameters<typeof fetch>): Promise<Response> {
  const answer = await platformFetch(...call);
  if (answer.status === 401) refused += 1;
  return answer;
}

beforeEach(async () => {
  asked = [];
  signedIn = false;
  refreshable = true;
  refused = 0;
  awaited = 1;
  vi.stubGlobal('fetch', countingFetch);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push(`${request.method} ${request.url}${body && ` ${body}`}`);
    if (request.url?.startsWith('/api/auth/refresh')) {
      await expect.poll(() => refused).toBe(awaited);
      refused = 0;
      signedIn = refreshable;
      response.writeHead(refreshable ? 200 : 401).end('{}');
      return;
    }
    if (!signedIn) return void response.writeHead(401).end('{}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${body}\n\n`);
    response.end('data: end\n\n');
  };
  server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

const refreshes = () => asked.filter((line) => line.startsWith('POST /api/auth/refresh')).length;

it('refreshes once for ten waiting requests and repeats each with its body', async () => {
  awaited = 10;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      fetchWithRefresh(`${origin}/api/ask`, { method: 'POST', body: `text ${number}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts).toEqual(Array.from({ length: 10 }, (_, number) => `data: text ${number}\n\ndata: end\n\n`));
  expect(refreshes()).toBe(1);
  expect(asked).toContain('POST /api/auth/refresh?retry=true');
});

it('refreshes again for a later 401', async () => {
  await fetchWithRefresh(`${origin}/api/user`);
  signedIn = false;
  await fetchWithRefresh(`${origin}/api/user`);
  expect(refreshes()).toBe(2);
});

it('does not refresh if the request succeeds', async () => {
  signedIn = true;
  await fetchWithRefresh(`${origin}/api/user`);
  expect(asked).toEqual(['GET /api/user']);
});

it('reports the end of the session to all waiting requests', async () => {
  refreshable = false;
  awaited = 3;
  const tries = [1, 2, 3].map(() => fetchWithRefresh(`${origin}/api/user`));
  for (const result of await Promise.allSettled(tries))
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(SessionOverError) as object });
  expect(refreshes()).toBe(1);
});
