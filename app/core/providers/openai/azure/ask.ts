import type { AzureSettings } from '#app/core/providers/contract.ts';
import type { Ask } from '#app/core/providers/openai/ask.ts';
import { errorIn, toProviderError } from '#app/core/providers/openai/failure.ts';
import { openWith, type Opener } from '#app/core/providers/shared/tokens/open-with.ts';
import { azureUrl, deploymentOf } from './target.ts';

const USUAL: AzureSettings = { apiVersion: null, deployments: {} };
/** Whose models they are does not show in an address that is the operator's own. */
const TARGET = { isMakers: true, isPerplexity: false, isMistral: false, isStrict: true };

/** Posts to the deployment of a model, with the resource's key or with a token of the directory. */
export const askAzure: Ask = ({ path, model, toJson, secrets }, context) => {
  const { baseUrl, azure: settings = USUAL } = context.credentials;
  const deployment = deploymentOf(model, settings);
  const url = azureUrl(baseUrl, path, { deployment, settings });
  return openWith(
    (opener) => ({
      url,
      headers: headersFor(opener),
      json: toJson(deployment, TARGET),
      toError: ({ body, ...refusal }) => toProviderError({ ...refusal, error: errorIn(body), secrets }),
    }),
    secrets,
    context,
  );
};

function headersFor({ kind, value }: Opener): Record<string, string> {
  return kind === 'key' ? { 'api-key': value } : { authorization: `Bearer ${value}` };
}
