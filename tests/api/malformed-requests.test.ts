import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();

/** Sends lines unchanged, and reads the whole answer. */
async function say(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(api.origin());
  const socket = connect(Number(port), hostname);
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'));
  return text(socket);
}

const host = () => `host: ${new URL(api.origin()).host}`;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

it.each([
  ['an absolute target', 'GET http://127.0.0.1/api/config HTTP/1.1', 400],
  ['an absolute target elsewhere', 'GET http://evil.example/login HTTP/1.1', 400],
  ['a target of another scheme', 'POST file:///etc/passwd HTTP/1.1', 400],
  ['TRACE', 'TRACE / HTTP/1.1', 405],
  ['TRACE of the API', 'TRACE /api/v1/models HTTP/1.1', 405],
  ['OPTIONS of the server', 'OPTIONS * HTTP/1.1', 400],
  ['a path in an invalid encoding', 'GET /%zz HTTP/1.1', 400],
  ['a path of the API in an invalid encoding', 'GET /api/keys/%zz HTTP/1.1', 400],
])('%s is refused with an error', async (_name, line, status) => {
  const answer = await say(line, host());
  expect(statusOf(answer)).toBe(status);
  expect(answer).not.toMatch(/\bat .*:\d+:\d+|node:internal|\.ts\b/);
  expect(answer.split('\r\n\r\n')[1]).toMatch(/\w+ \w+/);
});

it('two hosts are refused, even if they are equal', async () => {
  expect(statusOf(await say('GET /api/config HTTP/1.1', host(), 'Host: evil.example'))).toBe(400);
  expect(statusOf(await say('GET /api/config HTTP/1.1', host(), host()))).toBe(400);
  expect(statusOf(await say('GET /api/config HTTP/1.1', host()))).toBe(200);
});
