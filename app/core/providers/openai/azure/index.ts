import type { AzureSettings } from '#app/core/providers/contract.ts';
import type { PostCall } from '#app/core/providers/openai/call.ts';
import { embeddingAdapter } from '#app/core/providers/openai/embeddings.ts';
import { errorIn, toProviderError } from '#app/core/providers/openai/failure.ts';
import { chatAdapter } from '#app/core/providers/openai/index.ts';
import { openAuthorized, type CallCredential } from '#app/core/providers/shared/tokens/access-token.ts';
import { OPENAI_OPTIONS, omittedByOpenAi } from '#app/core/providers/openai/options.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import { azureCredentials, azureOwnKey } from './credentials.ts';
import { azureUrl, deploymentOf } from './target.ts';

const DEFAULTS: AzureSettings = { apiVersion: null, deployments: {} };

/** The maker is not visible in an address of the operator's own, so it is set here. */
const TARGET = { isOpenAi: true, isPerplexity: false, isMistral: false, isStrict: true };

/** Posts to the deployment of a model, with the resource's key or an access token of the directory. */
const postAzureCall: PostCall = ({ path, model, toJson, secrets }, context) => {
  const { baseUrl, azure: settings = DEFAULTS } = context.credentials;
  const deployment = deploymentOf(model, settings);
  const url = azureUrl(baseUrl, path, { deployment, settings });
  return openAuthorized(
    (credential) => ({
      url,
      headers: headersFor(credential),
      json: toJson(deployment, TARGET),
      toError: ({ body, ...refusal }) => toProviderError({ ...refusal, error: errorIn(body), secrets }),
    }),
    secrets,
    context,
  );
};

/**
 * OpenAI's and other models as Azure deploys them: requests and answers in the maker's format, at Azure's own
 * addresses.
 */
export const azureAdapter = chatAdapter('azure', postAzureCall);

export const azureEmbeddings = embeddingAdapter('azure-embeddings', postAzureCall);

function headersFor({ kind, value }: CallCredential): Record<string, string> {
  return kind === 'key' ? { 'api-key': value } : { authorization: `Bearer ${value}` };
}

export const azureProvider: Provider = {
  dialect: 'azure',
  chat: azureAdapter,
  embed: azureEmbeddings,
  options: { supported: OPENAI_OPTIONS, omitted: omittedByOpenAi },
  credentials: azureCredentials,
  ownKey: azureOwnKey,
};
