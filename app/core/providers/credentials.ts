import { isServed, type Dialect } from '#app/contracts/catalogue/dialects.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { ownKeySetting, USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import type { Modality } from '#app/contracts/models.ts';
import { dialectOf, PROVIDERS } from '#app/contracts/providers.ts';
import { isPublicHost } from '#app/core/platform/addresses/hosts.ts';
import type { ProviderCredentials } from './contract.ts';
import { providerOf } from './list.ts';
import { operatorAddress, operatorKey, sandboxAddress } from './shared/operator-key.ts';
import type { ProviderSettings } from './provider.ts';

/** The sandbox's chat models accept any key, its media models this one. */
const SANDBOX_KEY = 'sandbox';

/**
 * Whether an offer can be called: the operator has configured its provider, and an adapter speaks its
 * dialect.
 *
 * With SANDBOX on, OPENAI_BASE_URL is the sandbox's address: the models of real makers are then off, because
 * the sandbox must not answer in their name and at their prices.
 */
export function isConfigured(offer: ServedOffer, settings: ProviderSettings): boolean {
  return hasAdapter(offer) && credentialsFor(offer.provider, settings) !== null;
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
export function credentialsFor(provider: string, settings: ProviderSettings): ProviderCredentials | null {
  if (settings.SANDBOX) return sandboxCredentials(provider, settings);
  const facts = PROVIDERS.find(({ id }) => id === provider);
  if (!facts) return null;
  const { credentials = operatorKey } = providerOf(facts.dialect) ?? {};
  return credentials(settings, facts);
}

/** Whether a provider is on the public internet, and so does not fetch files from our own network. */
export function isPublicProvider(provider: string, settings: ProviderSettings): boolean {
  const credentials = credentialsFor(provider, settings);
  return credentials !== null && isPublicHost(new URL(credentials.baseUrl).hostname);
}

/**
 * The address of a provider, regardless of keys; null if none is set. One process serves all sandbox
 * providers: each at a path beside the first one's, unless the operator gives the second its own address.
 */
export function addressOf(provider: string, settings: ProviderSettings): string | null {
  if (!settings.SANDBOX) {
    const facts = PROVIDERS.find(({ id }) => id === provider);
    return facts ? operatorAddress(settings, facts) : null;
  }
  const facts = SANDBOX_PROVIDERS.find(({ id }) => id === provider);
  const own = facts?.id === 'sandbox-b' ? settings.SANDBOX_B_BASE_URL : undefined;
  return own ?? (facts ? sandboxAddress(facts.path, settings) : null);
}

function sandboxCredentials(provider: string, settings: ProviderSettings): ProviderCredentials | null {
  const facts = SANDBOX_PROVIDERS.find(({ id }) => id === provider);
  const baseUrl = addressOf(provider, settings);
  if (!facts || !baseUrl) return null;
  if (facts.path.startsWith('/media/'))
    return { apiKey: providerOf(facts.dialect)?.sandboxKey ?? SANDBOX_KEY, baseUrl };
  const setting = ownKeySetting(provider);
  if (setting && settings[setting as keyof ProviderSettings] === USER_PROVIDED) return null;
  const given = settings.OPENAI_API_KEY;
  return { apiKey: given === undefined || given === USER_PROVIDED ? SANDBOX_KEY : given, baseUrl };
}
