import { expect } from 'vitest';
import { ACCOUNT } from '#tests/doubles/tokens/start-token-server.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { ECHOES } from '../echo-provider.ts';
import type { Person, Scene } from './person.ts';

const KEYS = '/settings/provider-keys';

/**
 * Enters keys for providers, good and bad ones, by calls and by a form, and calls a provider that repeats the
 * key.
 */
export async function bringKeys({ origin, canaries }: Scene, { browser, token }: Person): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (method: string, path: string, body: object) =>
    fetch(origin + path, { method, headers, body: JSON.stringify(body) });
  const put = async (name: string, value: string) => (await send('PUT', '/api/keys', { name, value })).status;

  const account = (what: string, more: object = {}) =>
    JSON.stringify({
      ...ACCOUNT,
      private_key: canaries.plant(what, (core) => core.repeat(30)),
      ...more,
    });
  const azure = (what: string, azureOpenAIApiInstanceName: string) =>
    JSON.stringify({
      azureOpenAIApiInstanceName,
      azureOpenAIApiDeploymentName: 'sandbox-small',
      azureOpenAIApiVersion: '2024-10-21',
      azureOpenAIApiKey: canaries.plant(what, (core) => `az-${core}`),
    });
  expect(await put('google', account('own service account'))).toBe(200);
  expect(await put('google', account('refused service account', { client_email: 'nobody' }))).toBe(400);
  expect(await put('azureOpenAI', azure('own key for Azure', 'mine'))).toBe(200);
  expect(await put('azureOpenAI', azure('refused key for Azure', 'a.b/'))).toBe(400);
  expect(
    await put(
      'anthropic',
      canaries.plant('refused key', (core) => `a\n${core}`),
    ),
  ).toBe(400);

  const value = canaries.plant('own key by the form', (core) => `sk-${core}`);
  const form = `${KEYS}/openAI`;
  expect((await browser.submit(form, { value, lifetime: '30m' }, form)).status).toBe(302);
  for (const path of [KEYS, form, '/settings']) expect((await browser.get(path)).status).toBe(200);
  await fetch(`${origin}/api/keys?name=openAI`, { headers });

  for (const model of [...ECHOES.map((echo) => `sandbox/${echo}`), TEST_MODEL]) {
    const text = 'Rivers [[sandbox: pace=0 text="They flow."]]';
    await (await send('POST', '/api/ask/openAI', { text, model, conversationId: null })).text();
  }
  const google = { text: 'Hi', model: 'sandbox/vertex', conversationId: null };
  expect(await (await send('POST', '/api/ask/google', google)).text()).toContain('invalid_api_key');
}
