import type { ProviderContext } from '../contract.ts';
import { readBounded } from './answer.ts';
import { connected, type Refusal } from './failure.ts';
import { postJson, type Posted } from './post-json.ts';

/** Most bytes of a refusal that are read. */
const REFUSAL_LIMIT = 64 * 1024;

export interface Call {
  url: URL;
  /** With the key. */
  headers: Record<string, string>;
  json: unknown;
  /** What a refusal means, in the words of whoever is at the address. */
  toError: (refusal: Refusal) => Error;
}

/**
 * Posts a request and gives the answer as soon as it has begun; says when it was sent, and that it was taken when the
 * status of its answer is 2xx.
 * @throws what `toError` makes of a refusal; ProviderError for a connection that failed; or the signal's reason
 */
export async function openCall(
  { url, headers, json, toError }: Call,
  { signal, onSent, onTaken, credentials }: Pick<ProviderContext, 'signal'> & Partial<ProviderContext>,
): Promise<Posted> {
  signal.throwIfAborted();
  const { lookup } = credentials ?? {};
  const answer = await connected(postJson(url, { headers, json, signal, lookup, onSent }), signal);
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    onTaken?.();
    return answer;
  }
  const said = refusalIn(await connected(readBounded(body, REFUSAL_LIMIT), signal));
  throw toError({ status, body: said, headers: headersOf(answer) });
}

/** The body of a refusal: its JSON, of a list (Google's) the first, or its text where it is no page. */
export function refusalIn(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body);
    return Array.isArray(json) ? json[0] : json;
  } catch {
    return /^\s*</.test(body) ? '' : body;
  }
}

/** The headers of an answer, as `readRetryAfter` reads them. */
export function headersOf({ headers }: Posted): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
}
