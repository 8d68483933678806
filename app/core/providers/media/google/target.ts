import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext } from '../contract.ts';
import type { Complaint } from '../shared/complaint.ts';

/** Below this the same host speaks OpenAI's format; the operator sets one address for both. */
const COMPATIBLE = '/openai';

/** A path below the API's version, such as `/models/x:predict`. */
export function googleUrl(baseUrl: string, path: string): URL {
  const own = trimEnd(baseUrl, '/');
  return urlBelow(own.endsWith(COMPATIBLE) ? own.slice(0, -COMPATIBLE.length) : own, path);
}

export function googleHeaders({ credentials }: MediaContext): Record<string, string> {
  return { 'x-goog-api-key': credentials.apiKey };
}

/** A key that is not valid is a 400 here, as everything else that is wrong with a request. */
export function statusOf({ message }: Complaint, status: number): number {
  return status === 400 && message.startsWith('API key not valid') ? 401 : status;
}
