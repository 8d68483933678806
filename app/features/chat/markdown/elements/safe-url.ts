import { parseUrl } from '#app/contracts/text/parse-url.ts';

/** Longer than any address that is meant to be opened, and than what a host may be called. */
const MAX_ADDRESS = 4096;
const MAX_HOST = 253;
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * An address from a message, if it may be linked: absolute, and http, https or mailto. Everything else,
 * relative addresses included (they would lead into this application), is no link, and neither is one of more than
 * 4096 letters: it would be repeated wherever a text refers to it.
 * @returns the address as the browser will read it, or null.
 */
export function safeUrl(address: string | null | undefined): URL | null {
  if (!address || address.length > MAX_ADDRESS) return null;
  const url = parseUrl(address);
  return url !== null && SCHEMES.has(url.protocol) && url.hostname.length <= MAX_HOST ? url : null;
}

/** Where a link leads, as a person should read it: the host, or the address of a mail. */
export function destinationOf(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}
