import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { NAME, type ProxyProcess } from './proxy-process.ts';

/**
 * The address from which this client connects to the proxy: a loopback address that no other part of the test
 * has.
 */
export const CLIENT_ADDRESS = '127.0.0.9';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** An answer whose body is read as it arrives. */
export interface SecureAnswer {
  status: number;
  message: IncomingMessage;
  text: () => Promise<string>;
}

/** Sends requests to a proxy over TLS, as to the host of the sample file, and trusts its certificate alone. */
export function secureClient({ port, certificate }: Pick<ProxyProcess, 'port' | 'certificate'>) {
  const origin = `https://${NAME}:${port}`;
  const send = async (
    path: string,
    { method = 'GET', headers = {}, body }: Sent = {},
  ): Promise<SecureAnswer> => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      ca: certificate,
      servername: NAME,
      localAddress: CLIENT_ADDRESS,
      agent: false,
      headers: {
        host: `${NAME}:${port}`,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    // A proxy that has answered may reset the connection during the rest of a body that is too large.
    sent.on('error', () => undefined);
    sent.end(body);
    const [message] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: message.statusCode ?? 0,
      message,
      text: async () => {
        message.setEncoding('utf8');
        return (await message.toArray()).join('');
      },
    };
  };
  return { origin, send };
}
