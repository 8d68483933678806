import { trimEnd } from '#app/contracts/text/trim-end.ts';

/** A path below a base URL, such as `/chat/completions`; a query (Azure's `api-version`) stays. */
export function urlBelow(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/')}${path}`;
  return url;
}

/** Azure takes the key in a header of its own. */
export function isAzure({ hostname }: URL): boolean {
  return /\.(?:openai|services\.ai|cognitiveservices)\.azure\.(?:com|us|cn)$/.test(hostname);
}

/** Whoever bills a search with each answer, by how much of the web it reads. */
export function isPerplexity({ hostname }: URL): boolean {
  return hostname === 'api.perplexity.ai';
}

/** The maker's own API, here or at Azure, and none of the many that speak its format. */
export function isMakers(url: URL): boolean {
  return url.hostname === 'api.openai.com' || url.hostname.endsWith('.api.openai.com') || isAzure(url);
}
