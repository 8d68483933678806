import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext } from '../contract.ts';

/** Below this the same host converses; the operator sets one address for all. */
const CONVERSATIONS = '/v1';

/** A path of the host, with its version: `/v2/video_generation`. */
export function minimaxUrl({ credentials }: MediaContext, path: string): URL {
  const own = trimEnd(credentials.baseUrl, '/');
  return urlBelow(own.endsWith(CONVERSATIONS) ? own.slice(0, -CONVERSATIONS.length) : own, path);
}

export function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** The third generation has a wire of its own. */
export function isSecondWire(model: string): boolean {
  return /^MiniMax-H\d/i.test(model);
}
