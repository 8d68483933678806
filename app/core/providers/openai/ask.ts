import type { ProviderContext } from '../contract.ts';
import type { Refusal } from '../shared/failure.ts';
import { openCall } from '../shared/open-call.ts';
import type { Posted } from '../shared/post-json.ts';
import { errorIn, toProviderError } from './failure.ts';
import { isAzure, urlBelow } from './target.ts';

/**
 * Posts a request below the provider's base URL and gives the answer as soon as it has begun.
 * @param toJson the request in the words of whoever is at the address
 * @throws ProviderError for a refusal and for a connection that failed, or the signal's reason
 */
export async function ask(
  path: string,
  toJson: (url: URL) => unknown,
  context: ProviderContext,
): Promise<Posted> {
  const { apiKey, baseUrl } = context.credentials;
  const url = urlBelow(baseUrl, path);
  const headers: Record<string, string> = isAzure(url)
    ? { 'api-key': apiKey }
    : { authorization: `Bearer ${apiKey}` };
  const toError = ({ body, ...refusal }: Refusal) =>
    toProviderError({ ...refusal, error: errorIn(body), secrets: [apiKey] });
  return openCall({ url, headers, json: toJson(url), toError }, context);
}
