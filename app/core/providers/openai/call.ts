import type { ProviderContext } from '#app/core/providers/contract.ts';
import type { Refusal } from '#app/core/providers/shared/failure.ts';
import { openCall } from '#app/core/providers/shared/open-call.ts';
import type { HttpAnswer } from '#app/core/providers/shared/post-json.ts';
import { errorIn, toProviderError } from './failure.ts';
import { isAzure, targetOf, urlBelow, type Target } from './target.ts';

/** A call in OpenAI's format. */
export interface CallRequest {
  path: string;
  /** The provider's own name for the model. */
  model: string;
  /** Builds the request for the target, which may have another name for the model. */
  toJson: (model: string, target: Target) => unknown;
  /** Strings that must not appear in errors; an access token that is fetched later is added. */
  secrets: string[];
}

/**
 * Posts a call and returns the answer as soon as it begins.
 * @throws ProviderError for an error response and for a failed connection, or the signal's reason
 */
export type PostCall = (asked: CallRequest, context: ProviderContext) => Promise<HttpAnswer>;

/** Posts below the provider's base URL, with its key. */
export const postCall: PostCall = ({ path, model, toJson, secrets }, context) => {
  const { apiKey, baseUrl } = context.credentials;
  const url = urlBelow(baseUrl, path);
  const headers: Record<string, string> = isAzure(url)
    ? { 'api-key': apiKey }
    : { authorization: `Bearer ${apiKey}` };
  const toError = ({ body, ...refusal }: Refusal) =>
    toProviderError({ ...refusal, error: errorIn(body), secrets });
  return openCall({ url, headers, json: toJson(model, targetOf(url)), toError }, context);
};
