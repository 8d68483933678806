import { describe, expect, it } from 'vitest';
import { credentialsFor, isConfigured, isPublicProvider, type ServedOffer } from './credentials.ts';

const words = (provider: string): ServedOffer => ({ provider, dialect: null, supports: ['text-to-text'] });
const SANDBOX_URL = 'http://127.0.0.1:4100/v1';

describe('credentialsFor', () => {
  it('uses the maker’s own address if only a key is set', () => {
    expect(
      credentialsFor('openai', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: undefined, SANDBOX: false }),
    ).toEqual({
      apiKey: 'k',
      baseUrl: 'https://api.openai.com/v1',
    });
  });

  it('never lets the sandbox answer for a real maker', () => {
    const options = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: SANDBOX_URL, SANDBOX: true };
    expect(isConfigured(words('openai'), options)).toBe(false);
    expect(credentialsFor('sandbox', options)).toEqual({ apiKey: 'k', baseUrl: SANDBOX_URL });
  });

  it('puts the second sandbox provider beside the first, or at the operator’s address', () => {
    const options = { OPENAI_BASE_URL: SANDBOX_URL, SANDBOX: true };
    expect(credentialsFor('sandbox-b', options)?.baseUrl).toBe('http://127.0.0.1:4100/b/v1');
    const elsewhere = { ...options, SANDBOX_B_BASE_URL: 'http://127.0.0.1:4200/v1' };
    expect(credentialsFor('sandbox-b', elsewhere)?.baseUrl).toBe('http://127.0.0.1:4200/v1');
  });

  it('provides a sandbox provider for each chat wire, with the same key', () => {
    const options = { OPENAI_BASE_URL: SANDBOX_URL, OPENAI_API_KEY: 'k', SANDBOX: true };
    expect(credentialsFor('sandbox-messages', options)).toEqual({ apiKey: 'k', baseUrl: SANDBOX_URL });
    expect(credentialsFor('sandbox-generate', options)).toEqual({
      apiKey: 'k',
      baseUrl: 'http://127.0.0.1:4100/v1beta',
    });
  });

  it('provides a sandbox provider for each media wire, with a key of its own', () => {
    const options = { OPENAI_BASE_URL: SANDBOX_URL, OPENAI_API_KEY: 'k', SANDBOX: true };
    expect(credentialsFor('sandbox-bfl', options)).toEqual({
      apiKey: 'sandbox',
      baseUrl: 'http://127.0.0.1:4100/media/bfl/v1',
    });
    expect(credentialsFor('sandbox-kling', options)?.apiKey).toBe('sandbox:sandbox');
    expect(credentialsFor('sandbox-nobody', options)).toBe(null);
    expect(credentialsFor('sandbox-bfl', { ...options, SANDBOX: false })).toBe(null);
  });

  it('requires an address for a provider without a default one, and an adapter for its dialect', () => {
    const azure = { AZURE_OPENAI_API_KEY: 'k', SANDBOX: false };
    expect(isConfigured(words('azure'), azure)).toBe(false);
    expect(
      isConfigured(words('azure'), { ...azure, AZURE_OPENAI_BASE_URL: 'https://x.example/openai/v1' }),
    ).toBe(true);
    expect(isConfigured(words('fal'), { FAL_API_KEY: 'k', SANDBOX: false })).toBe(false);
    expect(isConfigured({ ...words('groq'), dialect: 'fal' }, { GROQ_API_KEY: 'k', SANDBOX: false })).toBe(
      false,
    );
  });

  it('joins both keys of Kling, and adds the webhook secret of Black Forest Labs', () => {
    const kling = { KLING_ACCESS_KEY: 'access', KLING_SECRET_KEY: 'secret', SANDBOX: false };
    expect(credentialsFor('kling', kling)).toEqual({
      apiKey: 'access:secret',
      baseUrl: 'https://api.klingai.com',
    });
    expect(credentialsFor('kling', { ...kling, KLING_SECRET_KEY: undefined })).toBe(null);
    const elsewhere = { ...kling, KLING_BASE_URL: 'http://127.0.0.1:4010' };
    expect(credentialsFor('kling', elsewhere)?.baseUrl).toBe('http://127.0.0.1:4010');
    const signing = { BFL_API_KEY: 'k', FAL_API_KEY: 'k', BFL_WEBHOOK_SECRET: 's', SANDBOX: false };
    expect(credentialsFor('bfl', signing)).toMatchObject({ apiKey: 'k', webhookSecret: 's' });
    expect(credentialsFor('fal', signing)).not.toHaveProperty('webhookSecret');
  });

  it('opens Vertex AI with a service account, at its project’s address and the operator’s token URL', () => {
    const account = {
      client_email: 'hub@my-project.iam.gserviceaccount.com',
      project_id: 'my-project',
      private_key: 'p'.repeat(700),
    };
    const options = {
      GOOGLE_SERVICE_ACCOUNT: account,
      GOOGLE_TOKEN_URL: 'https://tokens.example/token',
      SANDBOX: false,
    };
    expect(credentialsFor('google-vertex', options)).toMatchObject({
      apiKey: '',
      baseUrl: 'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google',
      grant: {
        kind: 'service-account',
        email: account.client_email,
        tokenUrl: 'https://tokens.example/token',
      },
    });
    const baseOf = (more: object) => credentialsFor('google-vertex', { ...options, ...more })?.baseUrl;
    expect(baseOf({ GOOGLE_VERTEX_LOCATION: 'europe-west4' })).toContain('https://europe-west4-aiplatform.');
    expect(baseOf({ GOOGLE_VERTEX_LOCATION: 'eu' })).toContain('https://aiplatform.eu.rep.googleapis.com/');
    expect(baseOf({ GOOGLE_VERTEX_BASE_URL: 'https://v.example/v1' })).toBe('https://v.example/v1');
    expect(isConfigured(words('google-vertex'), options)).toBe(true);
    expect(isConfigured({ ...words('google-vertex'), dialect: 'vertex' }, options)).toBe(false);
    expect(isConfigured(words('google'), options)).toBe(false);
    const palm = { ...options, PALM_BASE_URL: 'https://palm.example/v1' };
    expect(credentialsFor('google-palm', palm)).toMatchObject({
      baseUrl: 'https://palm.example/v1',
      grant: { email: account.client_email },
    });
    expect(credentialsFor('google-palm', { ...palm, PALM_API_KEY: 'token' })).toEqual({
      apiKey: 'token',
      baseUrl: 'https://palm.example/v1',
    });
    expect(credentialsFor('google-palm', options)).toBe(null);
    expect(credentialsFor('google-vertex', { GOOGLE_API_KEY: 'k', SANDBOX: false })).toBe(null);
  });

  it('serves the legacy services if an address is set, with or without a credential', () => {
    const options = { SANDBOX: false, BING_COOKIE: 'c', CHATGPT_ACCESS_TOKEN: 't' };
    expect(['bing', 'chatgpt-web'].map((name) => credentialsFor(name, options))).toEqual([null, null]);
    const baseUrl = 'https://old.example';
    expect(credentialsFor('bing', { ...options, BING_BASE_URL: baseUrl })).toEqual({ apiKey: 'c', baseUrl });
    const socketUrl = 'wss://socket.example/hub';
    const elsewhere = { SANDBOX: false, BING_BASE_URL: baseUrl, BING_SOCKET_URL: socketUrl };
    expect(credentialsFor('bing', elsewhere)).toEqual({ apiKey: '', baseUrl, socketUrl });
    const website = { ...options, CHATGPT_BASE_URL: baseUrl };
    expect(credentialsFor('chatgpt-web', website)).toEqual({ apiKey: 't', baseUrl });
    expect(isConfigured(words('chatgpt-web'), website)).toBe(true);
    const sandbox = { OPENAI_BASE_URL: SANDBOX_URL, SANDBOX: true };
    expect(credentialsFor('sandbox-bing', sandbox)?.baseUrl).toMatch(/\/bing$/);
    expect(credentialsFor('bing', { ...sandbox, BING_BASE_URL: baseUrl })).toBe(null);
  });

  it('distinguishes providers on the public internet from internal ones', () => {
    const sandbox = { OPENAI_BASE_URL: SANDBOX_URL, SANDBOX: true };
    expect(isPublicProvider('sandbox', sandbox)).toBe(false);
    const own = { OPENAI_API_KEY: 'k', SANDBOX: false };
    expect(isPublicProvider('openai', own)).toBe(true);
    for (const url of ['http://ollama:11434/v1', 'http://10.0.0.7/v1', 'http://gpu.local/v1'])
      expect(isPublicProvider('openai', { ...own, OPENAI_BASE_URL: url })).toBe(false);
    expect(isPublicProvider('nobody', own)).toBe(false);
  });

  it('returns null without a key, for the disabled sandbox, and for unknown providers', () => {
    const options = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: SANDBOX_URL, SANDBOX: false };
    expect(['openai', 'sandbox', 'nobody', 'toString'].map((name) => credentialsFor(name, options))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
