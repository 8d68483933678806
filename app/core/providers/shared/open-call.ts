import type { ProviderContext } from '../contract.ts';
import { readBounded } from './answer.ts';
import { withConnectionErrors, type Refusal } from './failure.ts';
import { postJson, type HttpAnswer } from './post-json.ts';

/** Maximum bytes read of an error response. */
const REFUSAL_LIMIT = 64 * 1024;

export interface Call {
  url: URL;
  /** Includes the key. */
  headers: Record<string, string>;
  json: unknown;
  /** Converts an error response to our error, with the codes of this provider. */
  toError: (refusal: Refusal) => Error;
}

/**
 * Posts a request and returns the answer as soon as it begins. Reports when the request was sent, and
 * reports it as accepted if the answer has status 2xx.
 * @throws the error of `toError` for an error response; ProviderError for a failed connection; or the
 * signal's reason
 */
export async function openCall(
  { url, headers, json, toError }: Call,
  { signal, onSent, onAccepted, credentials }: Pick<ProviderContext, 'signal'> & Partial<ProviderContext>,
): Promise<HttpAnswer> {
  signal.throwIfAborted();
  const { lookup } = credentials ?? {};
  const answer = await withConnectionErrors(postJson(url, { headers, json, signal, lookup, onSent }), signal);
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    onAccepted?.();
    return answer;
  }
  const refusal = readRefusal(await withConnectionErrors(readBounded(body, REFUSAL_LIMIT), signal));
  throw toError({ status, body: refusal, headers: headersOf(answer) });
}

/**
 * The body of an error response: its JSON (for a list, as Google sends, the first entry), or its text unless
 * it is HTML.
 */
export function readRefusal(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body);
    return Array.isArray(json) ? json[0] : json;
  } catch {
    return /^\s*</.test(body) ? '' : body;
  }
}

/** The headers of an answer, in the form that `readRetryAfter` expects. */
export function headersOf({ headers }: HttpAnswer): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
}
