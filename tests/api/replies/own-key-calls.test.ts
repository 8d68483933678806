import { describe, expect, it } from 'vitest';
import { pruneExpiredKeys } from '#app/core/provider-keys/provider-keys.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { ACCOUNT } from '#tests/doubles/tokens/start-token-server.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine(() => ({ ANTHROPIC_API_KEY: 'user_provided' }));
const api = useApi();

const BAD_FILE = 'Invalid Service Account JSON Key, Did you import the correct file?';
const AZURE = {
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'sandbox-small',
  azureOpenAIApiVersion: '2024-10-21',
  azureOpenAIApiKey: 'azure-key-of-mine',
};

async function newPerson() {
  const { userId } = await createAccount();
  const call = api.as(userId);
  const put = (body: object) => call('/api/keys', jsonPost(body, { method: 'PUT' }));
  const expiryOf = async (name: string) =>
    ((await (await call(`/api/keys?name=${name}`)).json()) as { expiresAt: string | null }).expiresAt;
  return { userId, call, put, expiryOf };
}

const soon = (milliseconds = 60_000) => new Date(Date.now() + milliseconds).toISOString();

describe('/api/keys', () => {
  it('stores a key, returns its expiry and never its value, and deletes it', async () => {
    const { userId, call, put, expiryOf } = await newPerson();
    const expiresAt = soon();
    const kept = await put({ name: 'openAI', value: ' sk-mine-1234 ', expiresAt });
    expect(kept.status).toBe(200);
    expect(await kept.json()).toEqual({ name: 'openAI', expiresAt });
    expect(await expiryOf('openAI')).toBe(expiresAt);
    expect(await expiryOf('anthropic')).toBe(null);
    const [row] = await selectRows<{ sealed_value: string }>(AUTOCOMMIT, 'SELECT * FROM provider_keys');
    expect(row).toMatchObject({ user_id: userId, name: 'openAI' });
    expect(JSON.stringify(row)).not.toContain('sk-mine');
    expect((await call('/api/keys/openAI', { method: 'DELETE' })).status).toBe(204);
    expect(await expiryOf('openAI')).toBe(null);
    expect(await selectRows(AUTOCOMMIT, 'SELECT name FROM provider_keys')).toEqual([]);
  });

  it('stores one for 12 hours by default, and replaces the previous one', async () => {
    const { put, expiryOf } = await newPerson();
    await put({ name: 'openAI', value: 'first', expiresAt: Date.now() + 60_000 });
    await put({ name: 'openAI', value: 'second' });
    const hours = (new Date((await expiryOf('openAI'))!).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
  });

  it('revokes all of one user, and no other user’s', async () => {
    const [mine, other] = [await newPerson(), await newPerson()];
    for (const { put } of [mine, other])
      for (const name of ['openAI', 'anthropic']) await put({ name, value: 'k' });
    expect((await mine.call('/api/keys', { method: 'DELETE' })).status).toBe(400);
    expect((await mine.call('/api/keys?all=true', { method: 'DELETE' })).status).toBe(204);
    expect(await mine.expiryOf('openAI')).toBe(null);
    expect(await mine.expiryOf('anthropic')).toBe(null);
    expect(await other.expiryOf('openAI')).not.toBe(null);
    await mine.call('/api/keys/openAI', { method: 'DELETE' });
    expect(await other.expiryOf('openAI')).not.toBe(null);
  });

  it.each<[string, object, string, RegExp]>([
    ['no value', { name: 'openAI' }, 'value', /^value is required\.$/],
    ['an empty value', { name: 'openAI', value: ' ' }, 'value', /^value is required\.$/],
    ['two lines', { name: 'openAI', value: 'a\r\nb: c' }, 'value', /one line/],
    ['a time that is over', { name: 'openAI', value: 'k', expiresAt: soon(-1000) }, 'expiresAt', /30 days/],
    ['a year', { name: 'openAI', value: 'k', expiresAt: soon(365 * 86_400_000) }, 'expiresAt', /30 days/],
    ['no moment', { name: 'openAI', value: 'k', expiresAt: 'soon' }, 'expiresAt', /./],
    ['no JSON for Azure', { name: 'azureOpenAI', value: 'k' }, 'value', /four fields/],
    [
      'a host of an instance',
      {
        name: 'azureOpenAI',
        value: JSON.stringify({ ...AZURE, azureOpenAIApiInstanceName: 'evil.example/' }),
      },
      'azureOpenAIApiInstanceName',
      /letters, digits and dashes/,
    ],
    [
      'a file that is none',
      { name: 'google', value: 'no JSON' },
      'value',
      new RegExp(BAD_FILE.replace('?', '\\?')),
    ],
    [
      'a short private key',
      { name: 'google', value: JSON.stringify({ ...ACCOUNT, private_key: 'k' }) },
      'value',
      /Service Account/,
    ],
  ])('refuses %s, naming the field, and stores nothing', async (_what, body, param, message) => {
    const { put } = await newPerson();
    const refused = await put(body);
    expect(refused.status).toBe(400);
    const { error } = (await refused.json()) as { error: { param: string; message: string } };
    expect(error).toMatchObject({ param, message: expect.stringMatching(message) });
    expect(await selectRows(AUTOCOMMIT, 'SELECT name FROM provider_keys')).toEqual([]);
  });

  it('supports no other endpoint', async () => {
    const { call, put } = await newPerson();
    const answers = [
      await put({ name: 'gptPlugins', value: 'k' }),
      await call('/api/keys?name=toString'),
      await call('/api/keys/nobody', { method: 'DELETE' }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ message: 'Unknown endpoint.' });
    }
    expect((await fetch(`${api.origin()}/api/keys?name=openAI`)).status).toBe(401);
  });

  it('is deleted for good when it expires', async () => {
    const { put, expiryOf } = await newPerson();
    await put({ name: 'anthropic', value: 'k', expiresAt: Date.now() + 400 });
    await expect.poll(() => expiryOf('anthropic')).toBe(null);
    await pruneExpiredKeys();
    expect(await selectRows(AUTOCOMMIT, 'SELECT name FROM provider_keys')).toEqual([]);
  });
});
