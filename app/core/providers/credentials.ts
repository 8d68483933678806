import type { Config } from '../platform/config-schema.ts';
import type { ProviderCredentials } from './contract.ts';

/** What credentials are made from: the operator's settings. */
export type CredentialOptions = Pick<Config, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'SANDBOX'>;

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Any key opens the sandbox. */
const SANDBOX_KEY = 'sandbox';

/**
 * Whether the operator has set a provider up; models of one that is not set up are not offered.
 *
 * With SANDBOX on, OPENAI_BASE_URL is the sandbox's address: the models of real makers are then off, because
 * it must not answer in their name and at their prices.
 */
export function isConfigured(provider: string, options: CredentialOptions): boolean {
  return credentialsFor(provider, options) !== null;
}

/** The operator's key and address for a provider of the catalogue; null when it is not set up. */
export function credentialsFor(provider: string, options: CredentialOptions): ProviderCredentials | null {
  if (provider === 'sandbox') {
    if (!options.SANDBOX || !options.OPENAI_BASE_URL) return null;
    return { apiKey: options.OPENAI_API_KEY ?? SANDBOX_KEY, baseUrl: options.OPENAI_BASE_URL };
  }
  if (provider !== 'openai' || options.SANDBOX || !options.OPENAI_API_KEY) return null;
  return { apiKey: options.OPENAI_API_KEY, baseUrl: options.OPENAI_BASE_URL ?? OPENAI_BASE_URL };
}
