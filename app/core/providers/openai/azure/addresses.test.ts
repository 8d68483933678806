import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAdapter } from '#tests/doubles/behaviours/call-adapter.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { CLIENT, startTokenServer, type TokenServer } from '#tests/doubles/tokens/start-token-server.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { credentialsFor } from '#app/core/providers/credentials.ts';
import type { ProviderSettings } from '#app/core/providers/provider.ts';
import { azureAdapter, azureEmbeddings } from './index.ts';

let sandbox: Sandbox;
let tokens: TokenServer;
beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  tokens = await startTokenServer();
  return () => tokens.close();
});

function credentials(more: ProviderSettings) {
  const AZURE_OPENAI_BASE_URL = sandbox.url.replace('/v1', '');
  return credentialsFor('azure', { AZURE_OPENAI_BASE_URL, ...more })!;
}

const entra = (): ProviderSettings => ({
  AZURE_OPENAI_TENANT_ID: 'directory.example',
  AZURE_OPENAI_CLIENT_ID: CLIENT.id,
  AZURE_OPENAI_CLIENT_SECRET: CLIENT.secret,
  AZURE_OPENAI_TOKEN_URL: tokens.url,
  AZURE_OPENAI_TOKEN_SCOPE: 'https://cognitiveservices.azure.com/.default',
  SANDBOX: false,
});

const QUESTION = { model: 'gpt-4o', question: 'Hi [[sandbox: text="Hello"]]' };
const DEPLOYMENTS = { 'gpt-4o': 'sandbox-ok' };

describe('a call to Azure', () => {
  it('goes to the deployment of its model, at the address that the API version requires', async () => {
    const options = {
      AZURE_OPENAI_API_KEY: 'azure-key-canary',
      AZURE_OPENAI_API_VERSION: '2024-10-21',
      AZURE_OPENAI_DEPLOYMENTS: DEPLOYMENTS,
      SANDBOX: false,
    };
    const outcome = await callAdapter(azureAdapter, { ...QUESTION, credentials: credentials(options) });
    expect(outcome).toMatchObject({ text: 'Hello', finish: 'stop', error: null });
    expect(sandbox.requests().at(-1)?.path).toBe('/openai/deployments/sandbox-ok/chat/completions');
  });

  it('names the deployment in its body with the version 1 API, and uses the maker’s limit field', async () => {
    const options = { AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_DEPLOYMENTS: DEPLOYMENTS, SANDBOX: false };
    const outcome = await callAdapter(azureAdapter, { ...QUESTION, credentials: credentials(options) });
    expect(outcome).toMatchObject({ text: 'Hello', error: null });
    expect(sandbox.requests().at(-1)).toMatchObject({
      path: '/openai/v1/chat/completions',
      body: { model: 'sandbox-ok', max_completion_tokens: 4096 },
    });
  });

  it('of a missing deployment fails with an error of its own', async () => {
    const options = { AZURE_OPENAI_API_KEY: 'k', SANDBOX: false };
    const { error } = await callAdapter(azureAdapter, { ...QUESTION, credentials: credentials(options) });
    expect(error).toMatchObject({ code: 'provider_model_not_found', retryable: false });
  });

  it('sends a token if an application is registered, one for all calls', async () => {
    const options = { ...entra(), AZURE_OPENAI_DEPLOYMENTS: DEPLOYMENTS };
    for (const version of ['2024-10-21', undefined]) {
      const given = credentials({ ...options, AZURE_OPENAI_API_VERSION: version });
      expect(await callAdapter(azureAdapter, { ...QUESTION, credentials: given })).toMatchObject({
        text: 'Hello',
        error: null,
      });
    }
    expect(tokens.given).toHaveLength(1);
  });

  it('reports an invalid key if the application is refused', async () => {
    const given = credentials({ ...entra(), AZURE_OPENAI_CLIENT_SECRET: 'wrong-secret-canary' });
    const { error } = await callAdapter(azureAdapter, { ...QUESTION, credentials: given });
    expect(error).toMatchObject({ code: 'invalid_api_key', retryable: false });
    expect(error?.message).not.toContain('canary');
  });

  it('returns vectors', async () => {
    const options = { AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_API_VERSION: '2024-10-21', SANDBOX: false };
    const events: ProviderEvent[] = [];
    const context = { signal: new AbortController().signal, credentials: credentials(options) };
    const asked = { model: 'sandbox-embedding', input: 'river', dimensions: 24 };
    for await (const event of azureEmbeddings.stream(asked, context)) events.push(event);
    expect(events).toMatchObject([{ type: 'vector', index: 0 }, { type: 'usage' }, { type: 'finish' }]);
  });
});

describe('credentials for Azure', () => {
  const opened = (options: Omit<ProviderSettings, 'SANDBOX'>) =>
    credentialsFor('azure', { ...options, SANDBOX: false });

  it('are a key and a name or an address; the key takes precedence over the application', () => {
    expect(opened({ AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_API_INSTANCE_NAME: 'mine' })).toEqual({
      apiKey: 'k',
      baseUrl: 'https://mine.openai.azure.com',
      azure: { apiVersion: null, deployments: {} },
    });
    const both = { ...entra(), AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_API_INSTANCE_NAME: 'mine' };
    expect(opened(both)).not.toHaveProperty('grant');
    expect(opened({ AZURE_OPENAI_API_KEY: 'k' })).toBe(null);
    expect(opened({ AZURE_OPENAI_API_INSTANCE_NAME: 'mine' })).toBe(null);
  });

  it('use the directory’s token address unless the operator sets another', () => {
    const options = { ...entra(), AZURE_OPENAI_API_INSTANCE_NAME: 'mine', AZURE_OPENAI_TOKEN_URL: undefined };
    expect(opened(options)?.grant?.tokenUrl).toBe(
      'https://login.microsoftonline.com/directory.example/oauth2/v2.0/token',
    );
  });
});
