import { describe, expect, it } from 'vitest';
import { publicLookup } from '#app/core/platform/addresses/hosts.ts';
import { credentialsFor } from './credentials.ts';
import { credentialsOfKey, isUserProvided, providersOfKey } from './key-credentials.ts';
import type { ProviderSettings } from './provider.ts';

const REAL = { SANDBOX: false, GOOGLE_TOKEN_URL: 'https://tokens.example/token' } as ProviderSettings;
const SANDBOX = { SANDBOX: true, OPENAI_BASE_URL: 'http://127.0.0.1:4100/v1' } as ProviderSettings;
const LEFT = { ...REAL, OPENAI_API_KEY: 'user_provided', AZURE_OPENAI_API_KEY: 'user_provided' };

const AZURE = JSON.stringify({
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'production',
  azureOpenAIApiVersion: '2024-10-21',
  azureOpenAIApiKey: 'k',
});
const ACCOUNT = JSON.stringify({
  client_email: 'hub@abc.iam.gserviceaccount.com',
  project_id: '../../evil?x=/',
  private_key: 'k'.repeat(601),
});

const keyOf = (endpoint: string, provider: string, value: string, options: ProviderSettings) =>
  credentialsOfKey({ endpoint, provider, value }, options);

describe('user_provided', () => {
  it('is not a key of the operator', () => {
    expect(credentialsFor('openai', LEFT)).toBe(null);
    expect(credentialsFor('azure', LEFT)).toBe(null);
    expect([isUserProvided('openAI', LEFT), isUserProvided('anthropic', LEFT)]).toEqual([true, false]);
    const sandbox = { ...SANDBOX, ANTHROPIC_API_KEY: 'user_provided', OPENAI_API_KEY: 'user_provided' };
    expect(credentialsFor('sandbox-messages', sandbox)).toBe(null);
    expect(credentialsFor('sandbox', sandbox)).toBe(null);
    expect(credentialsFor('sandbox-azure', sandbox)).toMatchObject({ apiKey: 'sandbox' });
  });
});

describe('a user’s key', () => {
  it('works for the providers of its endpoint, if the operator serves it', () => {
    expect(providersOfKey('openAI', REAL)).toEqual([]);
    expect(providersOfKey('openAI', LEFT)).toEqual(['openai']);
    expect(providersOfKey('openAI', { ...REAL, OPENAI_API_KEY: 'sk' })).toEqual(['openai']);
    expect(providersOfKey('openAI', SANDBOX)).toEqual(['sandbox', 'sandbox-b']);
    expect(providersOfKey('toString', LEFT)).toEqual([]);
  });

  it('opens its own provider at the operator’s address, and no other provider', () => {
    expect(keyOf('openAI', 'openai', 'sk', LEFT)).toEqual({
      apiKey: 'sk',
      baseUrl: 'https://api.openai.com/v1',
    });
    const gateway = { ...LEFT, OPENAI_BASE_URL: 'https://gateway.example/v1' };
    expect(keyOf('openAI', 'openai', 'sk', gateway)?.baseUrl).toBe('https://gateway.example/v1');
    for (const other of ['azure', 'anthropic', 'togetherai', 'sandbox'])
      expect(keyOf('openAI', other, 'sk', LEFT)).toBe(null);
  });

  it.each([
    ['bingAI', 'bing', 'BING_COOKIE', 'BING_BASE_URL'],
    ['chatGPTBrowser', 'chatgpt-web', 'CHATGPT_ACCESS_TOKEN', 'CHATGPT_BASE_URL'],
  ])(
    'for %s opens a service for which the operator sets only an address',
    (endpoint, provider, key, address) => {
      const served = { ...REAL, [address]: 'https://forward.example', [key]: 'user_provided' };
      expect(credentialsFor(provider, served)).toBe(null);
      expect(isUserProvided(endpoint, served)).toBe(true);
      expect(providersOfKey(endpoint, served)).toEqual([provider]);
      expect(keyOf(endpoint, provider, 'mine', served)).toEqual({
        apiKey: 'mine',
        baseUrl: 'https://forward.example',
      });
      expect(providersOfKey(endpoint, { ...REAL, [key]: 'user_provided' })).toEqual([]);
      const open = { ...REAL, [address]: 'https://forward.example' };
      expect(credentialsFor(provider, open)).toMatchObject({ apiKey: '' });
      expect(providersOfKey(endpoint, open)).toEqual([provider]);
    },
  );

  it('for Azure is sent only below Microsoft’s domain, with a guarded DNS lookup', () => {
    expect(keyOf('azureOpenAI', 'azure', AZURE, LEFT)).toEqual({
      apiKey: 'k',
      baseUrl: 'https://mine.openai.azure.com',
      azure: { apiVersion: '2024-10-21', deployments: { '*': 'production' } },
      lookup: publicLookup,
    });
    expect(keyOf('azureOpenAI', 'sandbox-azure', AZURE, SANDBOX)?.baseUrl).toBe(
      'http://127.0.0.1:4100/openai/v1',
    );
  });

  it('for Google is sent only to Google, whatever the project’s name, with the operator’s token URL', () => {
    const options = { ...REAL, GOOGLE_API_KEY: 'user_provided' };
    const made = keyOf('google', 'google-vertex', ACCOUNT, options);
    expect(new URL(made!.baseUrl).host).toBe('aiplatform.googleapis.com');
    expect(new URL(made!.baseUrl).pathname).toContain('/projects/..%2F..%2Fevil%3Fx%3D%2F/locations/global/');
    expect(made!.grant).toMatchObject({ kind: 'service-account', tokenUrl: 'https://tokens.example/token' });
    expect(keyOf('google', 'google', ACCOUNT, options)).toBe(null);
    expect(keyOf('google', 'sandbox-generate', ACCOUNT, SANDBOX)?.grant?.tokenUrl).toBe(
      'http://127.0.0.1:4100/token',
    );
  });
});
