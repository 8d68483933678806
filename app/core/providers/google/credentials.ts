import { readServiceAccount, type ServiceAccount } from '#app/contracts/credentials/service-account.ts';
import type { ProviderCredentials, ServiceAccountGrant } from '#app/core/providers/contract.ts';
import type { CatalogueProvider, KeyPlace, ProviderSettings } from '#app/core/providers/provider.ts';
import { operatorKey, sandboxAddress } from '#app/core/providers/shared/operator-key.ts';
import { vertexAddress } from './address.ts';

const VERTEX = 'google-vertex';

/** The operator's key for the Gemini API, or the service account for Vertex AI. */
export function googleCredentials(
  settings: ProviderSettings,
  provider: CatalogueProvider,
): ProviderCredentials | null {
  return provider.id === VERTEX ? vertexCredentials(settings) : operatorKey(settings, provider);
}

/** PaLM at the operator's address, opened with a token or with the service account. */
export function palmCredentials(
  settings: ProviderSettings,
  provider: CatalogueProvider,
): ProviderCredentials | null {
  const { PALM_API_KEY: token, PALM_BASE_URL: baseUrl } = settings;
  if (token) return operatorKey(settings, provider);
  const vertex = vertexCredentials(settings);
  return baseUrl && vertex ? { ...vertex, baseUrl } : null;
}

/** A user's own service account, at the address of its project. */
export function googleOwnKey(
  value: string,
  { settings }: Pick<KeyPlace, 'settings'>,
): ProviderCredentials | null {
  const account = readServiceAccount(value);
  if (!account) return null;
  const { SANDBOX, GOOGLE_TOKEN_URL: tokenUrl, GOOGLE_VERTEX_LOCATION: location = 'global' } = settings;
  const real = vertexAddress(account.project_id, location);
  // The sandbox replaces Google entirely: no real token is requested, and none is sent to it.
  const baseUrl = SANDBOX ? sandboxAddress(new URL(real).pathname, settings) : real;
  const tokenAddress = SANDBOX ? sandboxAddress('/token', settings) : tokenUrl;
  return baseUrl && tokenAddress ? { apiKey: '', baseUrl, grant: grantOf(account, tokenAddress) } : null;
}

/** The project comes from the service account; the token address in its file is never called. */
function vertexCredentials(settings: ProviderSettings): ProviderCredentials | null {
  const { GOOGLE_SERVICE_ACCOUNT: account, GOOGLE_TOKEN_URL: tokenUrl } = settings;
  const { GOOGLE_VERTEX_LOCATION: location = 'global', GOOGLE_VERTEX_BASE_URL: elsewhere } = settings;
  if (!account || !tokenUrl) return null;
  return {
    apiKey: '',
    baseUrl: elsewhere ?? vertexAddress(account.project_id, location),
    grant: grantOf(account, tokenUrl),
  };
}

/** The grant of a service account. @param tokenUrl the operator's: the one in a key file is never called */
function grantOf(account: ServiceAccount, tokenUrl: string): ServiceAccountGrant {
  return {
    kind: 'service-account',
    email: account.client_email,
    privateKey: account.private_key,
    privateKeyId: account.private_key_id ?? null,
    tokenUrl,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
  };
}
