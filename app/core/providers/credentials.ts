import type { Modality } from '#app/contracts/models.ts';
import type { Config } from '../platform/config-schema.ts';
import type { ProviderCredentials } from './contract.ts';
import {
  azureCredentials,
  bingCredentials,
  chatgptCredentials,
  klingCredentials,
  palmCredentials,
  vertexCredentials,
  type OwnOptions,
} from './own-credentials.ts';
import { isPublicHost } from '#app/core/platform/addresses/hosts.ts';
import { ownKeySetting, USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { PROVIDERS, dialectOf, type ProviderEnv } from '#app/contracts/providers.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { isServed } from '#app/contracts/catalogue/served-dialects.ts';

/** What credentials are made from: the operator's settings. */
export type CredentialOptions = Pick<
  Config,
  | `${ProviderEnv}_API_KEY`
  | `${ProviderEnv}_BASE_URL`
  | 'BFL_WEBHOOK_SECRET'
  | 'SANDBOX'
  | 'SANDBOX_B_BASE_URL'
> &
  OwnOptions;

/** Any key opens the sandbox's models of words, this one the others. */
const SANDBOX_KEY = 'sandbox';
/** Where a key has two halves. */
const MEDIA_KEYS: Partial<Record<Dialect, string>> = { kling: `${SANDBOX_KEY}:${SANDBOX_KEY}` };

/**
 * Whether an offer can be called: the operator has set its provider up, and an adapter speaks its dialect.
 *
 * With SANDBOX on, OPENAI_BASE_URL is the sandbox's address: the models of real makers are then off, because
 * it must not answer in their name and at their prices.
 */
export function isConfigured(offer: Served, options: CredentialOptions): boolean {
  return isSpoken(offer) && credentialsFor(offer.provider, options) !== null;
}

/** Whether an adapter speaks the dialect of an offer. */
export function isSpoken({ provider, dialect, supports }: Served): boolean {
  const spoken = dialect ?? dialectOf(provider);
  return spoken !== null && isServed(spoken, supports);
}

/** An offer as far as it decides who can be asked for it. */
export interface Served {
  provider: string;
  /** Its own, where that is not its provider's usual one. */
  dialect: Dialect | null;
  supports: readonly Modality[];
}

/** The operator's key and address for a provider of the catalogue; null when it is not set up, or left to people's keys. */
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

/** Whether a provider stands on the public internet: what it fetches for a call, it does not fetch from our network. */
export function isPublicProvider(provider: string, options: CredentialOptions): boolean {
  const credentials = credentialsFor(provider, options);
  return credentials !== null && isPublicHost(new URL(credentials.baseUrl).hostname);
}

/**
 * Where a provider is, whoever has a key for it; null where nobody has said. One process is all providers of the sandbox:
 * each at a path beside the first one's, unless the operator gives the second its own.
 */
export function addressOf(provider: string, options: CredentialOptions): string | null {
  if (!options.SANDBOX) {
    const facts = PROVIDERS.find(({ id }) => id === provider);
    return (facts?.env && options[`${facts.env}_BASE_URL`]) ?? facts?.baseUrl ?? null;
  }
  const facts = SANDBOX_PROVIDERS.find(({ id }) => id === provider);
  const own = facts?.id === 'sandbox-b' ? options.SANDBOX_B_BASE_URL : undefined;
  return own ?? (facts ? besideSandbox(facts.path, options) : null);
}

/** An address of the sandbox; null where it has none. @param path beside `/v1` of its first provider */
export function besideSandbox(path: string, { OPENAI_BASE_URL: first }: CredentialOptions): string | null {
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
