import { z } from 'zod';
import { azureKey } from '#app/contracts/credentials/own-key.ts';
import { readServiceAccount } from '#app/contracts/credentials/service-account.ts';
import { ownKeyFacts, USER_PROVIDED } from '#app/contracts/endpoints/own-keys.ts';
import { publicLookup } from '#app/core/platform/addresses/hosts.ts';
import type { ProviderCredentials } from './contract.ts';
import {
  addressOf,
  sandboxAddress,
  bingCredentials,
  chatgptCredentials,
  credentialsFor,
  grantOf,
  type CredentialOptions,
} from './credentials.ts';
import { azureAddress } from './openai/azure/target.ts';
import { vertexAddress } from './shared/google-address.ts';

/** Whether the operator leaves an endpoint to the users' own keys. */
export function isUserProvided(endpoint: string, options: CredentialOptions): boolean {
  const facts = ownKeyFacts(endpoint);
  return facts !== undefined && options[facts.setting] === USER_PROVIDED;
}

/**
 * The providers that a user's key for an endpoint opens here; none if the operator does not serve the
 * endpoint.
 */
export function providersOfKey(endpoint: string, options: CredentialOptions): readonly string[] {
  const facts = ownKeyFacts(endpoint);
  if (!facts) return [];
  const isSandbox = (provider: string) => provider.startsWith('sandbox');
  const here = facts.providers.filter((provider) => isSandbox(provider) === options.SANDBOX);
  const hasAddress = facts.address === undefined || options[facts.address] !== undefined;
  const isServed = hasAddress && options[facts.setting] !== undefined;
  return options.SANDBOX || isServed || here.some((one) => credentialsFor(one, options) !== null) ? here : [];
}

/**
 * The credentials that a user's key gives for a provider. No address is taken from the key: names in it
 * become parts of the addresses of Microsoft and Google, which are checked when connecting.
 * @param value as `readOwnKey` stores it
 * @returns null if the key is for another provider
 */
export function credentialsOfKey(
  { endpoint, provider, value }: { endpoint: string; provider: string; value: string },
  options: CredentialOptions,
): ProviderCredentials | null {
  const facts = ownKeyFacts(endpoint);
  if (!facts || !providersOfKey(endpoint, options).includes(provider)) return null;
  if (facts.kind === 'azure') return azureCredentialsOf(value, options);
  if (facts.kind === 'service-account') return vertexCredentialsOf(value, options);
  if (provider === 'bing') return bingCredentials({ ...options, BING_COOKIE: value });
  if (provider === 'chatgpt-web') return chatgptCredentials({ ...options, CHATGPT_ACCESS_TOKEN: value });
  const baseUrl = addressOf(provider, options);
  return baseUrl === null ? null : { apiKey: value, baseUrl };
}

const storedAzureKey = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(azureKey);

function azureCredentialsOf(value: string, options: CredentialOptions): ProviderCredentials {
  const key = storedAzureKey.parse(value);
  const sandbox = options.SANDBOX ? addressOf('sandbox-azure', options) : null;
  return {
    apiKey: key.azureOpenAIApiKey,
    baseUrl: sandbox ?? azureAddress(key.azureOpenAIApiInstanceName),
    azure: {
      apiVersion: key.azureOpenAIApiVersion,
      deployments: { '*': key.azureOpenAIApiDeploymentName },
    },
    ...(sandbox === null && { lookup: publicLookup }),
  };
}

function vertexCredentialsOf(value: string, options: CredentialOptions): ProviderCredentials | null {
  const account = readServiceAccount(value);
  if (!account) return null;
  const { GOOGLE_TOKEN_URL: tokenUrl, GOOGLE_VERTEX_LOCATION: location = 'global' } = options;
  const real = vertexAddress(account.project_id, location);
  // The sandbox replaces Google entirely: no real token is requested, and none is sent to it.
  const baseUrl = options.SANDBOX ? sandboxAddress(new URL(real).pathname, options) : real;
  const tokenAddress = options.SANDBOX ? sandboxAddress('/token', options) : tokenUrl;
  return baseUrl && tokenAddress ? { apiKey: '', baseUrl, grant: grantOf(account, tokenAddress) } : null;
}
