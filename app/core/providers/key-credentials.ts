import { ownKeyFacts, USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { publicLookup } from '#app/core/platform/addresses/hosts.ts';
import type { ProviderCredentials } from './contract.ts';
import { addressOf, credentialsFor } from './credentials.ts';
import { providerOf } from './list.ts';
import { keyAt } from './shared/operator-key.ts';
import type { ProviderSettings } from './provider.ts';

/** Whether the operator leaves an endpoint to the users' own keys. */
export function isUserProvided(endpoint: string, settings: ProviderSettings): boolean {
  const facts = ownKeyFacts(endpoint);
  return facts !== undefined && settingOf(settings, facts.setting) === USER_PROVIDED;
}

function settingOf(settings: ProviderSettings, name: string): unknown {
  return settings[name as keyof ProviderSettings];
}

/**
 * The providers that a user's key for an endpoint opens here; none if the operator does not serve the
 * endpoint.
 */
export function providersOfKey(endpoint: string, settings: ProviderSettings): readonly string[] {
  const facts = ownKeyFacts(endpoint);
  if (!facts) return [];
  const isSandbox = (provider: string) => provider.startsWith('sandbox');
  const here = facts.providers.filter((provider) => isSandbox(provider) === settings.SANDBOX);
  const hasAddress = facts.address === undefined || settingOf(settings, facts.address) !== undefined;
  const isServed = hasAddress && settingOf(settings, facts.setting) !== undefined;
  return settings.SANDBOX || isServed || here.some((one) => credentialsFor(one, settings) !== null)
    ? here
    : [];
}

/**
 * The credentials that a user's key gives for a provider. No address is taken from the key: names in it
 * become parts of the addresses of Microsoft and Google, which are checked when connecting.
 * @param value as `readOwnKey` stores it
 * @returns null if the key is for another provider
 */
export function credentialsOfKey(
  { endpoint, provider, value }: { endpoint: string; provider: string; value: string },
  settings: ProviderSettings,
): ProviderCredentials | null {
  if (!providersOfKey(endpoint, settings).includes(provider)) return null;
  const address = addressOf(provider, settings);
  const { ownKey } = providerOf(dialectOf(provider)) ?? {};
  if (ownKey) return ownKey(value, { settings, address, publicLookup });
  return keyAt(address, value);
}
