import { expect, it } from 'vitest';
import { PROVIDERS } from '#app/contracts/providers.ts';
import { hasProvider, PROVIDER_VARIABLES } from './provider-variables.mjs';

it('has the key of every provider of the catalogue', () => {
  const keys = PROVIDERS.flatMap(({ env }) => (env === null ? [] : [`${env}_API_KEY`]));
  expect([...PROVIDER_VARIABLES].sort()).toEqual(
    [
      ...keys,
      'AZURE_OPENAI_CLIENT_SECRET',
      'BING_BASE_URL',
      'CHATGPT_BASE_URL',
      'GOOGLE_SERVICE_ACCOUNT',
      'KLING_ACCESS_KEY',
      'OPENAI_BASE_URL',
    ].sort(),
  );
});

it.each([
  ['on a bare machine', {}, false],
  ['with an empty setting', { OPENAI_API_KEY: '' }, false],
  ['with a key of one provider alone', { GOOGLE_API_KEY: 'x' }, true],
  ['with an address that wants no key', { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }, true],
  ['where the sandbox is wanted', { OPENAI_API_KEY: 'x', SANDBOX: 'true' }, false],
  ['with a key of something else', { COINBASE_API_KEY_ID: 'x' }, false],
])('hasProvider is true %s: %#', (_what, env, expected) => {
  expect(hasProvider(env)).toBe(expected);
});
