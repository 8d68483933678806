import { config } from '#app/core/platform/config.ts';
import { ProviderError, type ProviderCredentials } from '#app/core/providers/contract.ts';
import { credentialsFor } from '#app/core/providers/credentials.ts';

/** @throws ProviderError when the operator has taken the provider away since the call was admitted */
export function credentialsOf(provider: string): ProviderCredentials {
  return credentialsFor(provider, config()) ?? notSetUp(provider);
}

export function notSetUp(provider: string): never {
  throw new ProviderError('provider_unavailable', `${provider} is not set up`);
}
