import type { ProviderContext } from '../contract.ts';
import { connected } from '../shared/connection-error.ts';
import { postJson, type Posted } from '../shared/post-json.ts';
import { readBounded } from '../shared/read-bounded.ts';
import { errorIn, toProviderError } from './failure.ts';
import { isAzure, urlBelow } from './target.ts';

const ERROR_BODY_LIMIT = 64 * 1024;

/**
 * Posts a request below the provider's base URL and gives the answer as soon as it has begun.
 * @param toJson the request in the words of whoever is at the address
 * @throws ProviderError for a refusal and for a connection that failed, or the signal's reason
 */
export async function ask(
  path: string,
  toJson: (url: URL) => unknown,
  { credentials: { apiKey, baseUrl }, signal, onTaken }: ProviderContext,
): Promise<Posted> {
  signal.throwIfAborted();
  const answer = await connected(post(path, toJson, { apiKey, baseUrl }, signal), signal);
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) {
    onTaken?.();
    return answer;
  }
  throw toProviderError({
    status,
    error: errorIn(await connected(readBounded(body, ERROR_BODY_LIMIT), signal)),
    headers: new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    secrets: [apiKey],
  });
}

async function post(
  path: string,
  toJson: (url: URL) => unknown,
  { apiKey, baseUrl }: ProviderContext['credentials'],
  signal: AbortSignal,
): Promise<Posted> {
  const url = urlBelow(baseUrl, path);
  const headers: Record<string, string> = isAzure(url)
    ? { 'api-key': apiKey }
    : { authorization: `Bearer ${apiKey}` };
  return postJson(url, { headers, json: toJson(url), signal });
}
