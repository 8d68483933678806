import { trimEnd } from '#app/contracts/text/trim-end.ts';
import type { ProviderCredentials } from '#app/core/providers/contract.ts';
import { urlBelow } from '../shared/url.ts';

/** Below this path the same host speaks OpenAI's format; the operator sets one address for both. */
const COMPATIBLE = '/openai';

/** The URL of a path below the API version, such as `/models/x:predict`. */
export function googleUrl(baseUrl: string, path: string): URL {
  return urlBelow(ownAddress(baseUrl), path);
}

/** The base URL at which the same host speaks OpenAI's format. */
export function compatibleAddress(baseUrl: string): string {
  return ownAddress(baseUrl) + COMPATIBLE;
}

export function googleHeaders({ credentials }: { credentials: ProviderCredentials }): Record<string, string> {
  return { 'x-goog-api-key': credentials.apiKey };
}

/**
 * The base URL of a Vertex AI project; Google's models are below it.
 * @param location such as `global` or `europe-west4`; `eu` and `us` are multi-regions
 */
export function vertexAddress(project: string, location: string): string {
  const host = hostOf(location);
  const path = [project, location].map(encodeURIComponent);
  return `https://${host}/v1/projects/${path[0]}/locations/${path[1]}/publishers/google`;
}

function hostOf(location: string): string {
  if (location === 'global') return 'aiplatform.googleapis.com';
  const isOne = location.includes('-');
  return isOne ? `${location}-aiplatform.googleapis.com` : `aiplatform.${location}.rep.googleapis.com`;
}

/** Google reports an invalid key with status 400, like any other invalid request. */
export function isBadKeyMessage(message: string): boolean {
  return message.startsWith('API key not valid') || message.startsWith('API key expired');
}

function ownAddress(baseUrl: string): string {
  const address = trimEnd(baseUrl, '/');
  return address.endsWith(COMPATIBLE) ? address.slice(0, -COMPATIBLE.length) : address;
}
