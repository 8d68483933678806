import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { objectionToAddress, publicLookup } from './hosts.ts';

const MAX_REDIRECTS = 3;

/** Milliseconds without a byte after which a connection is given up. */
const SILENCE_MS = 30_000;

interface PostOptions {
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
  /** Origins that the operator has configured; they may be in our own network. */
  trustedOrigins: readonly string[];
}

/** The reason why an address cannot be read or posted to. `isPassing`: a later try may succeed. */
export class AddressError extends Error {
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'AddressError';
    this.isPassing = isPassing;
  }
}

export interface OpenOptions {
  /** Sent to the address itself, and not to other origins that it redirects to. */
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** An origin that the operator has configured; it may be in our own network. */
  trustedOrigin?: string;
}

/**
 * Streams the body of a foreign address. Only addresses on the public internet are requested: names are
 * checked when the connection is made, and so is the target of each redirect.
 * @throws AddressError; the signal's reason
 */
export async function openAddress(address: string, opening: OpenOptions): Promise<AsyncIterable<Uint8Array>> {
  let at = address;
  let { headers = {} } = opening;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const url = parseUrl(at);
    const isTrusted = url !== null && url.origin === opening.trustedOrigin;
    const objection = isTrusted ? null : objectionToAddress(at);
    if (url === null || objection !== null) throw new AddressError(`the address ${objection ?? 'is none'}`);
    const answer = await sendGet(url, { headers, signal: opening.signal, isTrusted });
    const { statusCode: status = 0, headers: answered } = answer;
    if (status === 200) return answer;
    answer.destroy();
    if (status < 300 || status > 399 || answered.location === undefined)
      throw new AddressError(`the address answered ${status}`, {
        isPassing: status === 429 || status >= 500,
      });
    const next = parseUrl(answered.location, url.href);
    if (next === null) throw new AddressError('the address leads to none');
    if (next.origin !== url.origin) headers = {};
    at = next.href;
  }
  throw new AddressError('the address leads on and on');
}

interface RequestOptions {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  isTrusted: boolean;
}

function sendGet(url: URL, { headers, signal, isTrusted }: RequestOptions): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const { get } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = get(url, {
      signal,
      timeout: SILENCE_MS,
      headers: { 'user-agent': 'parlance', ...headers },
      ...(!isTrusted && { lookup: publicLookup }),
    });
    request.once('timeout', () => request.destroy(new Error('timed out')));
    request.once('response', resolve);
    // The listener stays: a body that breaks off reports the error to its reader.
    request.on('error', (cause) => {
      if (signal.aborted) reject(signal.reason as Error);
      else reject(new AddressError('the address cannot be reached', { isPassing: true, cause }));
    });
  });
}

/**
 * Posts to a foreign address and returns the status of the response. Only addresses on the public internet
 * are requested: the name is checked when the connection is made. Redirects are not followed, and the
 * response body is not read.
 * @throws AddressError; the signal's reason
 */
export function postAddress(
  address: string,
  { headers, body, signal, trustedOrigins }: PostOptions,
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
      // No connection reuse: a name that has moved meanwhile could reach our network over a pooled
      // connection.
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
