import { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** Length of the part of a request's target before its query. */
const PATH = /^[^?#]*/;

/** A request of the web process, with the facts that its handlers share. */
export class WebRequest extends IncomingMessage {
  declare method: string;
  /** The target; handlers may rewrite it. */
  declare url: string;
  /** The target as the caller sent it. */
  originalUrl = '';
  scheme: 'http' | 'https' = 'http';
  /** The host that the caller requested, with its port. */
  host = 'localhost';
  /** The caller's address: the one before the trusted proxies. */
  clientAddress = 'unknown';
  /** Part of every log line of this request, and sent as `x-request-id`. */
  requestId = '';
  /** Nonce of the Content-Security-Policy. */
  nonce = '';

  /** The path of `url`, without its query. */
  get path(): string {
    return PATH.exec(this.url)![0];
  }

  /**
   * Notes who sent the request, and for which URL. The `X-Forwarded` headers count only from a trusted proxy.
   * @param proxies the number of proxies in front of this process
   */
  identify(proxies: number): void {
    const { headers } = this;
    this.originalUrl = this.url;
    this.clientAddress = proxyAddr(this, (_address, hop) => hop < proxies) ?? 'unknown';
    const isForwarded = proxies > 0;
    // A trusted proxy may claim any scheme; there are two.
    if (isForwarded && firstOf(headers['x-forwarded-proto']) === 'https') this.scheme = 'https';
    const forwardedHost = isForwarded ? firstOf(headers['x-forwarded-host']) : '';
    this.host = forwardedHost || headers.host || 'localhost';
  }
}

/** The first part of a header that is a list. */
function firstOf(header: string | string[] | undefined): string {
  return String(header ?? '')
    .split(',', 1)[0]!
    .trim();
}
