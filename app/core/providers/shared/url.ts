import { trimEnd } from '#app/contracts/text/trim-end.ts';

/** A path below a base URL, such as `/chat/completions`; a query (Azure's `api-version`) stays. */
export function urlBelow(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/')}${path}`;
  return url;
}
