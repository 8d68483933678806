import { parseUrl } from '#app/contracts/text/parse-url.ts';

/** Longer than any address that is meant to be opened, and the max length of a host name. */
const MAX_ADDRESS = 4096;
const MAX_HOST = 253;
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * Parses an address from a message if it may be linked: absolute, with http, https or mailto. All others are
 * not linked: relative addresses, which would lead into this application, and addresses of more than 4096
 * letters, which would be repeated wherever a text refers to them.
 * @returns the address as the browser will parse it, or null
 */
export function safeUrl(address: string | null | undefined): URL | null {
  if (!address || address.length > MAX_ADDRESS) return null;
  const url = parseUrl(address);
  return url !== null && SCHEMES.has(url.protocol) && url.hostname.length <= MAX_HOST ? url : null;
}

/** Returns the destination of a link for display: the host, or the mail address. */
export function destinationOf(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}
