import type { Modality } from '#app/contracts/models.ts';
import type { Config } from '../platform/config-schema.ts';
import type { ProviderCredentials } from './contract.ts';
import {
  azureCredentials,
  klingCredentials,
  palmCredentials,
  vertexCredentials,
  type OwnOptions,
} from './own-credentials.ts';
import { isPublicHost } from '#app/core/platform/addresses/public-host.ts';
import type { Dialect } from '#app/contracts/dialects.ts';
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
export function isConfigured({ provider, dialect, supports }: Served, options: CredentialOptions): boolean {
  const spoken = dialect ?? dialectOf(provider);
  return spoken !== null && isServed(spoken, supports) && credentialsFor(provider, options) !== null;
}

/** An offer as far as it decides who can be asked for it. */
export interface Served {
  provider: string;
  /** Its own, where that is not its provider's usual one. */
  dialect: Dialect | null;
  supports: readonly Modality[];
}

/** The operator's key and address for a provider of the catalogue; null when it is not set up. */
export function credentialsFor(provider: string, options: CredentialOptions): ProviderCredentials | null {
  if (options.SANDBOX) return sandboxCredentials(provider, options);
  const facts = PROVIDERS.find(({ id }) => id === provider);
  if (facts?.id === 'kling') return klingCredentials(facts.baseUrl, options);
  if (facts?.id === 'azure') return azureCredentials(options);
  if (facts?.id === 'google-vertex') return vertexCredentials(options);
  if (facts?.id === 'google-palm' && !options.PALM_API_KEY) return palmCredentials(options);
  if (!facts?.env) return null;
  const apiKey = options[`${facts.env}_API_KEY`];
  const baseUrl = options[`${facts.env}_BASE_URL`] ?? facts.baseUrl;
  if (!apiKey || !baseUrl) return null;
  const { BFL_WEBHOOK_SECRET: webhookSecret } = options;
  return { apiKey, baseUrl, ...(facts.id === 'bfl' && webhookSecret && { webhookSecret }) };
}

/** Whether a provider stands on the public internet: what it fetches for a call, it does not fetch from our network. */
export function isPublicProvider(provider: string, options: CredentialOptions): boolean {
  const credentials = credentialsFor(provider, options);
  return credentials !== null && isPublicHost(new URL(credentials.baseUrl).hostname);
}

/** One process, several providers: each at a path beside the first one's, unless the operator gives the second its own. */
function sandboxCredentials(provider: string, options: CredentialOptions): ProviderCredentials | null {
  const facts = SANDBOX_PROVIDERS.find(({ id }) => id === provider);
  const first = options.OPENAI_BASE_URL;
  if (!facts || !first) return null;
  if (facts.path.startsWith('/media/'))
    return { apiKey: MEDIA_KEYS[facts.dialect] ?? SANDBOX_KEY, baseUrl: beside(first, facts.path) };
  const own = facts.id === 'sandbox-b' ? options.SANDBOX_B_BASE_URL : undefined;
  return { apiKey: options.OPENAI_API_KEY ?? SANDBOX_KEY, baseUrl: own ?? beside(first, facts.path) };
}

const beside = (first: string, path: string) => first.replace(/\/v1\/?$/, path);
