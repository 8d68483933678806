import http from 'node:http';
import https from 'node:https';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { AddressError } from './open-address.ts';
import { objectionToAddress } from './public-host.ts';
import { publicLookup } from './public-lookup.ts';

interface Posting {
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
  /** Origins that the operator has set up, which may be in our own network. */
  trustedOrigins: readonly string[];
}

/**
 * Posts to a stranger's address, and gives the status that it answers with. It is asked only where it is on the public internet:
 * its name is checked where it is connected to. It leads nowhere else, and nothing of its answer is read.
 * @throws AddressError; the signal's reason
 */
export function postAddress(
  address: string,
  { headers, body, signal, trustedOrigins }: Posting,
): Promise<number> {
  signal.throwIfAborted();
  const url = parseUrl(address);
  const isTrusted = url !== null && trustedOrigins.includes(url.origin);
  const objection = isTrusted ? null : objectionToAddress(address);
  if (url === null || objection !== null)
    return Promise.reject(new AddressError(`the address ${objection ?? 'is none'}`));
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = open(url, {
      method: 'POST',
      signal,
      // A connection of its own: one that is kept would be a way into our network for a name that has moved meanwhile.
      agent: false,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      ...(!isTrusted && { lookup: publicLookup }),
    });
    request.once('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    request.on('error', (cause) => {
      if (signal.aborted) reject(signal.reason as Error);
      else reject(new AddressError('the address cannot be reached', { isPassing: true, cause }));
    });
    request.end(body);
  });
}
