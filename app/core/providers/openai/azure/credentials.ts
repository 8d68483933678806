import { z } from 'zod';
import { azureKey } from '#app/contracts/credentials/own-key.ts';
import { USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import type { ClientGrant, ProviderCredentials } from '#app/core/providers/contract.ts';
import type { KeyPlace, ProviderSettings } from '#app/core/providers/provider.ts';
import { azureAddress } from './target.ts';

/**
 * A resource at Azure: by its address or name, with its key or, without one, an application of the directory.
 */
export function azureCredentials(settings: ProviderSettings): ProviderCredentials | null {
  const { AZURE_OPENAI_API_KEY: apiKey, AZURE_OPENAI_API_INSTANCE_NAME: instance } = settings;
  if (apiKey === USER_PROVIDED) return null;
  const baseUrl = settings.AZURE_OPENAI_BASE_URL ?? (instance && azureAddress(instance));
  const grant = apiKey ? null : entraGrant(settings);
  if (!baseUrl || !(apiKey || grant)) return null;
  return {
    apiKey: apiKey ?? '',
    baseUrl,
    azure: {
      apiVersion: settings.AZURE_OPENAI_API_VERSION ?? null,
      deployments: settings.AZURE_OPENAI_DEPLOYMENTS ?? {},
    },
    ...(grant && { grant }),
  };
}

const storedAzureKey = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(azureKey);

/** A user's own deployment, at the address of the resource that the key names. */
export function azureOwnKey(
  value: string,
  { settings: { SANDBOX }, address, publicLookup }: KeyPlace,
): ProviderCredentials {
  const key = storedAzureKey.parse(value);
  const sandbox = SANDBOX ? address : null;
  return {
    apiKey: key.azureOpenAIApiKey,
    baseUrl: sandbox ?? azureAddress(key.azureOpenAIApiInstanceName),
    azure: {
      apiVersion: key.azureOpenAIApiVersion,
      deployments: { '*': key.azureOpenAIApiDeploymentName },
    },
    ...(sandbox === null && { lookup: publicLookup }),
  };
}

function entraGrant(settings: ProviderSettings): ClientGrant | null {
  const { AZURE_OPENAI_CLIENT_ID: clientId, AZURE_OPENAI_CLIENT_SECRET: clientSecret } = settings;
  const { AZURE_OPENAI_TENANT_ID: tenant, AZURE_OPENAI_TOKEN_SCOPE: scope } = settings;
  const defaultTokenUrl = tenant && `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`;
  const tokenUrl = settings.AZURE_OPENAI_TOKEN_URL ?? defaultTokenUrl;
  if (!clientId || !clientSecret || !tokenUrl || !scope) return null;
  return { kind: 'client', clientId, clientSecret, tokenUrl, scope };
}
