import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';

interface Recorded {
  /** The answer to the call that creates a conversation. */
  created?: { status?: number; headers?: Record<string, string>; body: string };
  /** The messages of the socket after the question. */
  records?: string;
  /** Characters per message of the socket; 0 sends everything in one. */
  piece?: number;
  /** The socket is refused with this status. */
  refusedWith?: number;
}

export const SIGNATURE = 'sig/1+2=';

const CREATED = JSON.stringify({
  conversationId: '51D|BingProd|SIM',
  clientId: '1055518',
  result: { value: 'Success', message: null },
});

/** A Bing server that sends a recording, and closes. */
export async function startBing({ created, records = '', piece = 0, refusedWith }: Recorded) {
  const heard: unknown[] = [];
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const hub = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    const signed = { 'x-sydney-encryptedconversationsignature': SIGNATURE };
    const { status = 200, headers = signed, body } = created ?? { body: CREATED };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    if (refusedWith !== undefined) {
      socket.end(`HTTP/1.1 ${refusedWith} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    hub.handleUpgrade(request, socket, head, (one) => {
      one.on('error', () => one.terminate());
      one.on('message', (data: Buffer) => {
        const parts = data.toString('utf8').split('\u001E').filter(Boolean);
        for (const part of parts) heard.push(JSON.parse(part));
        if (heard.length === 1) return one.send('{}\u001E');
        // A message consists of whole characters, even if it cuts a record.
        const characters = Array.from(records);
        const step = piece === 0 ? Math.max(1, characters.length) : piece;
        for (let at = 0; at < characters.length; at += step)
          one.send(characters.slice(at, at + step).join(''));
        one.close(1000);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Records that were received over the socket. */
    heard,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of hub.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
