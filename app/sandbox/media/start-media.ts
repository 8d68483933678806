import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drawImage } from '#app/sandbox/providers/openai/images/draw.ts';
import { answerRequest, type DoubleState } from './play.ts';
import { receive } from './receive.ts';
import { PIXEL } from './wire.ts';
import { WIRES, type WireName } from './wires/index.ts';

/** The key that opens every wire, in two halves. */
export const MEDIA_KEY = 'canary-access-7f21:canary-secret-93ab';

/** Image and video providers over real HTTP, each at a path of its own. */
export interface MediaDouble extends DoubleState {
  /** The base URL of one wire. */
  url(wire: WireName): string;
  /** Requests to a path that no wire has: the target of a redirect. */
  strays: number;
  /** Connections that were closed before they were answered. */
  left: number;
  close(): Promise<void>;
}

export async function startMedia(): Promise<MediaDouble> {
  const double: MediaDouble = {
    url: (wire) => `${origin}/${wire}${WIRES[wire].base}`,
    jobs: [],
    strays: 0,
    left: 0,
    poured: 0,
    taken: 0,
    delayMs: null,
    draw: async () => Buffer.from(PIXEL, 'base64'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    answer(request, response, double).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  double: MediaDouble,
): Promise<void> {
  response.on('close', () => {
    if (!response.writableFinished) double.left += 1;
  });
  const url = new URL(request.url ?? '/', 'http://media');
  const [, name = '', ...rest] = url.pathname.split('/');
  const place = `http://${request.headers.host}/${name}`;
  if (rest[0] === 'results') return sendResult(response, rest.at(-1) ?? '');
  const wire = Object.hasOwn(WIRES, name) ? WIRES[name as WireName].wire : null;
  if (!wire) {
    double.strays += 1;
    response.writeHead(404).end();
    return;
  }
  const received = await receive(request, `/${rest.join('/')}`);
  await answerRequest({ wire, received, place, response, double, key: MEDIA_KEY });
}

/** The content at the address of a result: an image, unless its name says otherwise. */
async function sendResult(response: ServerResponse, name: string): Promise<void> {
  if (name === 'gone') return void response.writeHead(404).end();
  if (name === 'page')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello');
  const picture = await drawImage(name, { width: 64, height: 64, format: 'png', done: 1 });
  if (name === 'cut') {
    response.writeHead(200, { 'content-length': String(picture.length) });
    response.write(picture.subarray(0, picture.length / 2), () => response.destroy());
    return;
  }
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
}
