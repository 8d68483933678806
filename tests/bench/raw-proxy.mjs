// The lower bound of the bench: a proxy that parses nothing, stores nothing, and forwards bytes. PORT: its
// port. UPSTREAM: the origin that it forwards every request to.
import { Agent, createServer, request } from 'node:http';

const upstream = new URL(process.env.UPSTREAM ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

const server = createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const forwarded = request(new URL(url ?? '/', upstream), { method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
});
server.keepAliveTimeout = 30_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
