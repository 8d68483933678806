import type { Config } from '../platform/config-schema.ts';
import { azureAddress } from './openai/azure/target.ts';
import type { ProviderCredentials } from './contract.ts';
import { vertexAddress } from './shared/google-address.ts';
import type { ServiceAccount } from '#app/contracts/credentials/service-account.ts';
import { USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import type { ClientGrant, ServiceAccountGrant } from './shared/tokens/grant.ts';

/** Settings of the providers that one key and one address do not open. */
export type OwnOptions = Partial<
  Pick<
    Config,
    | 'AZURE_OPENAI_API_KEY'
    | 'AZURE_OPENAI_BASE_URL'
    | 'AZURE_OPENAI_API_INSTANCE_NAME'
    | 'AZURE_OPENAI_API_VERSION'
    | 'AZURE_OPENAI_DEPLOYMENTS'
    | 'AZURE_OPENAI_TENANT_ID'
    | 'AZURE_OPENAI_CLIENT_ID'
    | 'AZURE_OPENAI_CLIENT_SECRET'
    | 'AZURE_OPENAI_TOKEN_URL'
    | 'AZURE_OPENAI_TOKEN_SCOPE'
    | 'GOOGLE_SERVICE_ACCOUNT'
    | 'GOOGLE_TOKEN_URL'
    | 'GOOGLE_VERTEX_LOCATION'
    | 'GOOGLE_VERTEX_BASE_URL'
    | 'KLING_ACCESS_KEY'
    | 'KLING_SECRET_KEY'
    | 'KLING_BASE_URL'
    | 'BING_BASE_URL'
    | 'BING_SOCKET_URL'
    | 'BING_COOKIE'
    | 'CHATGPT_BASE_URL'
    | 'CHATGPT_ACCESS_TOKEN'
  >
>;

/** Its two keys sign what opens it; the adapter takes them with a colon between them. */
export function klingCredentials(
  usual: string,
  { KLING_ACCESS_KEY: access, KLING_SECRET_KEY: secret, KLING_BASE_URL: baseUrl = usual }: OwnOptions,
): ProviderCredentials | null {
  return access && secret ? { apiKey: `${access}:${secret}`, baseUrl } : null;
}

/** Bing's chat at an address of the operator's, which need not want a cookie. */
export function bingCredentials({
  BING_BASE_URL: baseUrl,
  BING_SOCKET_URL: socketUrl,
  BING_COOKIE: apiKey = '',
}: OwnOptions): ProviderCredentials | null {
  if (!baseUrl || apiKey === USER_PROVIDED) return null;
  return { apiKey, baseUrl, ...(socketUrl && { socketUrl }) };
}

/** Whoever forwards to the website of ChatGPT, at an address of the operator's; it may have a token of its own. */
export function chatgptCredentials({
  CHATGPT_BASE_URL: baseUrl,
  CHATGPT_ACCESS_TOKEN: apiKey = '',
}: OwnOptions): ProviderCredentials | null {
  return baseUrl && apiKey !== USER_PROVIDED ? { apiKey, baseUrl } : null;
}

/** PaLM at an address of the operator's, which a service account opens. */
export function palmCredentials(
  options: OwnOptions & { PALM_BASE_URL?: string },
): ProviderCredentials | null {
  const { PALM_BASE_URL: baseUrl } = options;
  const vertex = vertexCredentials(options);
  return baseUrl && vertex ? { ...vertex, baseUrl } : null;
}

/** A service account says which project it is of; the token address of its file is never asked. */
export function vertexCredentials(options: OwnOptions): ProviderCredentials | null {
  const { GOOGLE_SERVICE_ACCOUNT: account, GOOGLE_TOKEN_URL: tokenUrl } = options;
  const { GOOGLE_VERTEX_LOCATION: location = 'global', GOOGLE_VERTEX_BASE_URL: elsewhere } = options;
  if (!account || !tokenUrl) return null;
  return {
    apiKey: '',
    baseUrl: elsewhere ?? vertexAddress(account.project_id, location),
    grant: grantOf(account, tokenUrl),
  };
}

/** What a service account exchanges for its tokens. @param tokenUrl the operator's: that of a key file is never asked */
export function grantOf(account: ServiceAccount, tokenUrl: string): ServiceAccountGrant {
  return {
    kind: 'service-account',
    email: account.client_email,
    privateKey: account.private_key,
    privateKeyId: account.private_key_id ?? null,
    tokenUrl,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
  };
}

/** A resource at Azure: by its address or its name, with its key or, without one, an application of the directory. */
export function azureCredentials(options: OwnOptions): ProviderCredentials | null {
  const { AZURE_OPENAI_API_KEY: apiKey, AZURE_OPENAI_API_INSTANCE_NAME: instance } = options;
  if (apiKey === USER_PROVIDED) return null;
  const baseUrl = options.AZURE_OPENAI_BASE_URL ?? (instance && azureAddress(instance));
  const grant = apiKey ? null : entraGrant(options);
  if (!baseUrl || !(apiKey || grant)) return null;
  return {
    apiKey: apiKey ?? '',
    baseUrl,
    azure: {
      apiVersion: options.AZURE_OPENAI_API_VERSION ?? null,
      deployments: options.AZURE_OPENAI_DEPLOYMENTS ?? {},
    },
    ...(grant && { grant }),
  };
}

function entraGrant(options: OwnOptions): ClientGrant | null {
  const { AZURE_OPENAI_CLIENT_ID: clientId, AZURE_OPENAI_CLIENT_SECRET: clientSecret } = options;
  const { AZURE_OPENAI_TENANT_ID: tenant, AZURE_OPENAI_TOKEN_SCOPE: scope } = options;
  const usual = tenant && `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`;
  const tokenUrl = options.AZURE_OPENAI_TOKEN_URL ?? usual;
  if (!clientId || !clientSecret || !tokenUrl || !scope) return null;
  return { kind: 'client', clientId, clientSecret, tokenUrl, scope };
}
