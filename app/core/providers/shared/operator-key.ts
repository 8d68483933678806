import { USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import type { ProviderCredentials } from '#app/core/providers/contract.ts';
import type { CatalogueProvider, ProviderSettings } from '#app/core/providers/provider.ts';

/** The operator's key at the address of a provider; null without a key, or if users bring their own. */
export function operatorKey(
  settings: ProviderSettings,
  provider: CatalogueProvider,
): ProviderCredentials | null {
  const { env } = provider;
  const apiKey = env === null ? undefined : settings[`${env}_API_KEY`];
  const baseUrl = operatorAddress(settings, provider);
  return apiKey && apiKey !== USER_PROVIDED && baseUrl ? { apiKey, baseUrl } : null;
}

/** A key at an address; null without an address. */
export function keyAt(baseUrl: string | null, apiKey: string): ProviderCredentials | null {
  return baseUrl === null ? null : { apiKey, baseUrl };
}

/** The address of a provider, set by the operator or its default; null if there is neither. */
export function operatorAddress(
  settings: ProviderSettings,
  { env, baseUrl }: CatalogueProvider,
): string | null {
  return (env && settings[`${env}_BASE_URL`]) ?? baseUrl;
}

/** An address of the sandbox; null if it has none. @param path beside `/v1` of its first provider */
export function sandboxAddress(path: string, { OPENAI_BASE_URL: first }: ProviderSettings): string | null {
  return first?.replace(/\/v1\/?$/, path) ?? null;
}
