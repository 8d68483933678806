import { trimEnd } from '#app/contracts/text/trim-end.ts';

/**
 * The URL of a path below a base URL, such as `/chat/completions`; keeps the query (Azure's `api-version`).
 */
export function urlBelow(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/')}${path}`;
  return url;
}
