import type { Generation } from '#app/core/generation/record/row.ts';
import { config } from '#app/core/platform/config.ts';
import { openKey } from '#app/core/provider-keys/provider-keys.ts';
import { ProviderError, type ProviderCredentials, type ProviderEvent } from '#app/core/providers/contract.ts';
import { credentialsFor } from '#app/core/providers/credentials.ts';
import { credentialsOfKey } from '#app/core/providers/key-credentials.ts';

/** @throws ProviderError when the operator has removed the provider's key since the call was admitted */
export function credentialsOf(provider: string): ProviderCredentials {
  return credentialsFor(provider, config()) ?? notSetUp(provider);
}

export function notSetUp(provider: string): never {
  throw new ProviderError('provider_unavailable', `${provider} is not set up`);
}

/**
 * Calls a provider with the user's own key for the endpoint of a generation. The key is read at this moment
 * and only here: no job and no row of a generation contains it.
 * @throws ProviderError invalid_api_key when the key was revoked or has expired since the call was admitted
 */
export async function* onOwnKey(
  { userId, endpoint }: Pick<Generation, 'userId' | 'endpoint'>,
  provider: string,
  ask: (credentials: ProviderCredentials) => AsyncIterable<ProviderEvent>,
): AsyncGenerator<ProviderEvent> {
  const value = await openKey({ userId, name: endpoint });
  if (value === null) throw new ProviderError('invalid_api_key', 'the key was revoked or has expired');
  yield* ask(credentialsOfKey({ endpoint, provider, value }, config()) ?? notSetUp(provider));
}
