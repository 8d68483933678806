import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { isServed } from '#app/contracts/catalogue/served-dialects.ts';
import type { ServiceAccount } from '#app/contracts/credentials/service-account.ts';
import { ownKeySetting, USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import type { Modality } from '#app/contracts/models.ts';
import { dialectOf, PROVIDERS, type ProviderEnv } from '#app/contracts/providers.ts';
import { isPublicHost } from '#app/core/platform/addresses/hosts.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import type { ProviderCredentials } from './contract.ts';
import { azureAddress } from './openai/azure/target.ts';
import { vertexAddress } from './shared/google-address.ts';
import type { ClientGrant, ServiceAccountGrant } from './shared/tokens/grant.ts';

/** The operator's settings that credentials are built from. */
export type CredentialOptions = Pick<
  Config,
  | `${ProviderEnv}_API_KEY`
  | `${ProviderEnv}_BASE_URL`
  | 'BFL_WEBHOOK_SECRET'
  | 'SANDBOX'
  | 'SANDBOX_B_BASE_URL'
> &
  ExtraSettings;

/** The sandbox's chat models accept any key, its media models this one. */
const SANDBOX_KEY = 'sandbox';

/** Dialects whose key has two halves. */
const MEDIA_KEYS: Partial<Record<Dialect, string>> = { kling: `${SANDBOX_KEY}:${SANDBOX_KEY}` };

/** Settings of the providers that need more than one key and one address. */
type ExtraSettings = Partial<
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

/**
 * Whether an offer can be called: the operator has configured its provider, and an adapter speaks its
 * dialect.
 *
 * With SANDBOX on, OPENAI_BASE_URL is the sandbox's address: the models of real makers are then off, because
 * the sandbox must not answer in their name and at their prices.
 */
export function isConfigured(offer: ServedOffer, options: CredentialOptions): boolean {
  return hasAdapter(offer) && credentialsFor(offer.provider, options) !== null;
}

/** Whether an adapter speaks the dialect of an offer. */
export function hasAdapter({ provider, dialect, supports }: ServedOffer): boolean {
  const spoken = dialect ?? dialectOf(provider);
  return spoken !== null && isServed(spoken, supports);
}

/** The fields of an offer that decide whether it can be called. */
export interface ServedOffer {
  provider: string;
  /** Its own dialect, if it differs from its provider's default. */
  dialect: Dialect | null;
  supports: readonly Modality[];
}

/**
 * The operator's key and address for a provider of the catalogue; null if it is not configured, or left to
 * the users' keys.
 */
export function credentialsFor(provider: string, options: CredentialOptions): ProviderCredentials | null {
  if (options.SANDBOX) return sandboxCredentials(provider, options);
  const facts = PROVIDERS.find(({ id }) => id === provider);
  if (facts?.id === 'kling') return klingCredentials(facts.baseUrl, options);
  if (facts?.id === 'azure') return azureCredentials(options);
  if (facts?.id === 'bing') return bingCredentials(options);
  if (facts?.id === 'chatgpt-web') return chatgptCredentials(options);
  if (facts?.id === 'google-vertex') return vertexCredentials(options);
  if (facts?.id === 'google-palm' && !options.PALM_API_KEY) return palmCredentials(options);
  if (!facts?.env) return null;
  const apiKey = options[`${facts.env}_API_KEY`];
  const baseUrl = addressOf(provider, options);
  if (!apiKey || apiKey === USER_PROVIDED || !baseUrl) return null;
  const { BFL_WEBHOOK_SECRET: webhookSecret } = options;
  return { apiKey, baseUrl, ...(facts.id === 'bfl' && webhookSecret && { webhookSecret }) };
}

/** Whether a provider is on the public internet, and so does not fetch files from our own network. */
export function isPublicProvider(provider: string, options: CredentialOptions): boolean {
  const credentials = credentialsFor(provider, options);
  return credentials !== null && isPublicHost(new URL(credentials.baseUrl).hostname);
}

/**
 * The address of a provider, regardless of keys; null if none is set. One process serves all sandbox
 * providers: each at a path beside the first one's, unless the operator gives the second its own address.
 */
export function addressOf(provider: string, options: CredentialOptions): string | null {
  if (!options.SANDBOX) {
    const facts = PROVIDERS.find(({ id }) => id === provider);
    return (facts?.env && options[`${facts.env}_BASE_URL`]) ?? facts?.baseUrl ?? null;
  }
  const facts = SANDBOX_PROVIDERS.find(({ id }) => id === provider);
  const own = facts?.id === 'sandbox-b' ? options.SANDBOX_B_BASE_URL : undefined;
  return own ?? (facts ? sandboxAddress(facts.path, options) : null);
}

/** An address of the sandbox; null if it has none. @param path beside `/v1` of its first provider */
export function sandboxAddress(path: string, { OPENAI_BASE_URL: first }: CredentialOptions): string | null {
  return first?.replace(/\/v1\/?$/, path) ?? null;
}

function sandboxCredentials(provider: string, options: CredentialOptions): ProviderCredentials | null {
  const facts = SANDBOX_PROVIDERS.find(({ id }) => id === provider);
  const baseUrl = addressOf(provider, options);
  if (!facts || !baseUrl) return null;
  if (facts.path.startsWith('/media/')) return { apiKey: MEDIA_KEYS[facts.dialect] ?? SANDBOX_KEY, baseUrl };
  const setting = ownKeySetting(provider);
  if (setting && options[setting] === USER_PROVIDED) return null;
  const given = options.OPENAI_API_KEY;
  return { apiKey: given === undefined || given === USER_PROVIDED ? SANDBOX_KEY : given, baseUrl };
}

/** Kling has an access key and a secret key; the adapter takes them joined by a colon. */
function klingCredentials(
  defaultUrl: string,
  { KLING_ACCESS_KEY: access, KLING_SECRET_KEY: secret, KLING_BASE_URL: baseUrl = defaultUrl }: ExtraSettings,
): ProviderCredentials | null {
  return access && secret ? { apiKey: `${access}:${secret}`, baseUrl } : null;
}

/** Bing's chat at the operator's address, which may work without a cookie. */
export function bingCredentials({
  BING_BASE_URL: baseUrl,
  BING_SOCKET_URL: socketUrl,
  BING_COOKIE: apiKey = '',
}: ExtraSettings): ProviderCredentials | null {
  if (!baseUrl || apiKey === USER_PROVIDED) return null;
  return { apiKey, baseUrl, ...(socketUrl && { socketUrl }) };
}

/** A proxy for the ChatGPT website at the operator's address; it may have a token of its own. */
export function chatgptCredentials({
  CHATGPT_BASE_URL: baseUrl,
  CHATGPT_ACCESS_TOKEN: apiKey = '',
}: ExtraSettings): ProviderCredentials | null {
  return baseUrl && apiKey !== USER_PROVIDED ? { apiKey, baseUrl } : null;
}

/** PaLM at the operator's address, opened with a service account. */
function palmCredentials(options: ExtraSettings & { PALM_BASE_URL?: string }): ProviderCredentials | null {
  const { PALM_BASE_URL: baseUrl } = options;
  const vertex = vertexCredentials(options);
  return baseUrl && vertex ? { ...vertex, baseUrl } : null;
}

/** The project comes from the service account; the token address in its file is never called. */
function vertexCredentials(options: ExtraSettings): ProviderCredentials | null {
  const { GOOGLE_SERVICE_ACCOUNT: account, GOOGLE_TOKEN_URL: tokenUrl } = options;
  const { GOOGLE_VERTEX_LOCATION: location = 'global', GOOGLE_VERTEX_BASE_URL: elsewhere } = options;
  if (!account || !tokenUrl) return null;
  return {
    apiKey: '',
    baseUrl: elsewhere ?? vertexAddress(account.project_id, location),
    grant: grantOf(account, tokenUrl),
  };
}

/** The grant of a service account. @param tokenUrl the operator's: the one in a key file is never called */
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

/**
 * A resource at Azure: by its address or name, with its key or, without one, an application of the directory.
 */
function azureCredentials(options: ExtraSettings): ProviderCredentials | null {
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

function entraGrant(options: ExtraSettings): ClientGrant | null {
  const { AZURE_OPENAI_CLIENT_ID: clientId, AZURE_OPENAI_CLIENT_SECRET: clientSecret } = options;
  const { AZURE_OPENAI_TENANT_ID: tenant, AZURE_OPENAI_TOKEN_SCOPE: scope } = options;
  const defaultTokenUrl = tenant && `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`;
  const tokenUrl = options.AZURE_OPENAI_TOKEN_URL ?? defaultTokenUrl;
  if (!clientId || !clientSecret || !tokenUrl || !scope) return null;
  return { kind: 'client', clientId, clientSecret, tokenUrl, scope };
}
