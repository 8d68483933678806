import { describe, expect, it } from 'vitest';
import { credentialsFor, isConfigured } from './credentials.ts';

const SANDBOX_URL = 'http://127.0.0.1:4100/v1';

describe('credentialsFor', () => {
  it('gives the maker’s own address to a key that has none', () => {
    expect(
      credentialsFor('openai', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: undefined, SANDBOX: false }),
    ).toEqual({
      apiKey: 'k',
      baseUrl: 'https://api.openai.com/v1',
    });
  });

  it('never lets the sandbox answer for a real maker', () => {
    const options = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: SANDBOX_URL, SANDBOX: true };
    expect(isConfigured('openai', options)).toBe(false);
    expect(credentialsFor('sandbox', options)).toEqual({ apiKey: 'k', baseUrl: SANDBOX_URL });
  });

  it('has nothing for a provider without a key, for the sandbox when it is off, and for strangers', () => {
    const options = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: SANDBOX_URL, SANDBOX: false };
    expect(['openai', 'sandbox', 'nobody', 'toString'].map((name) => credentialsFor(name, options))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
