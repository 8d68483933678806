import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { listenerOf, type Handler } from './connection/handlers.ts';
import { clientLimits, createHttpServer } from './connection/http-server.ts';
import { announceLeaving, closeAfterAnswers } from './draining.ts';

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

/** A server whose answers have begun and are ended by the test, and a connection to it that is kept alive. */
async function openAnswers() {
  const answers: ServerResponse[] = [];
  const begin: Handler = (_req, res) => {
    res.write('begun ');
    answers.push(res);
  };
  const listener = listenerOf([closeAfterAnswers, begin], { proxies: 0 });
  const server = createHttpServer(listener, clientLimits(0)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  const call = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(GET);
    return socket;
  };
  return { answers, call };
}

it('closes connections after their answers once the process leaves, whenever the answer began', async () => {
  const { answers, call } = await openAnswers();
  const socket = call();
  const early = text(socket);
  await expect.poll(() => answers.length).toBe(1);
  answers[0]!.end('first');
  // Before the process leaves, the connection takes another call.
  socket.write(GET);
  await expect.poll(() => answers.length).toBe(2);
  announceLeaving();
  answers[1]!.end('second');
  expect(await early).toMatch(/first[^]*keep-alive[^]*second/i);
  const late = text(call());
  await expect.poll(() => answers.length).toBe(3);
  answers[2]!.end('third');
  expect(await late).toMatch(/connection: close[^]*third/i);
});
