import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { azureSettings, encryptionKeys, hasWholeGrant, keyFile, redisNodes } from './secret-settings.ts';

const first = Buffer.alloc(32, 1).toString('base64url');

const second = Buffer.alloc(32, 2).toString('base64url');

describe('ENCRYPTION_KEYS', () => {
  it('keeps the order of the keys', () => {
    const keys = encryptionKeys.parse(`k2:${second}, k1:${first}=`);
    expect(keys.map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect(keys.map(({ secret }) => secret[0])).toEqual([2, 1]);
    expect(keys.every(({ secret }) => secret.length === 32)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a key without an id', first],
    ['a short key', `k1:${first.slice(1)}`],
    ['a long key', `k1:${first}AA`],
    ['other letters', `k1:${first.slice(0, 42)}+`],
    ['an id with a space', `k 1:${first}`],
    ['a trailing comma', `k1:${first},`],
    ['the same id twice', `k1:${first},k1:${second}`],
  ])('refuses %s without repeating a secret', (_what, list) => {
    const result = encryptionKeys.safeParse(list);
    expect(result.success).toBe(false);
    expect(JSON.stringify(result.error?.issues)).not.toContain(first.slice(1, 20));
  });

  it('names the wrong entry', () => {
    const { error } = encryptionKeys.safeParse(`k1:${first},k2:short`);
    expect(error?.issues[0]?.message).toMatch(/^entry 2 /);
  });
});

describe('REDIS_CLUSTER', () => {
  it('lists addresses; without them there is no cluster', () => {
    const [one, two] = ['redis://:secret@10.0.0.1:7000', 'rediss://user:secret@node.example/0'];
    expect(redisNodes.parse(` ${one} ,${two},`)).toEqual([one, two]);
    expect([redisNodes.parse(undefined), redisNodes.parse('')]).toEqual([[], []]);
  });

  it.each([
    ['another protocol', 'http://:secret@10.0.0.1'],
    ['a host alone', ':secret@10.0.0.1'],
    ['a number of a database', 'redis://:secret@10.0.0.1/3'],
    ['no host', 'redis://'],
  ])('names an entry with %s by its position alone', (_what, entry) => {
    const { error } = redisNodes.safeParse(`redis://10.0.0.1,${entry}`);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^entry 2 is not redis:\/\/host:port/),
    ]);
    expect(JSON.stringify(error?.issues)).not.toContain('secret');
  });
});

const folder = mkdtempSync(path.join(tmpdir(), 'key-file-'));

afterAll(() => rmSync(folder, { recursive: true }));

const KEY = 'p'.repeat(700);

const FILE = JSON.stringify({ client_email: 'a@b.example', project_id: 'abc', private_key: KEY });

it('reads a service account from JSON or from a file', () => {
  const place = path.join(folder, 'account.json');
  writeFileSync(place, FILE);
  for (const value of [FILE, ` ${FILE}\n`, place])
    expect(keyFile.parse(value)).toEqual({
      client_email: 'a@b.example',
      project_id: 'abc',
      private_key: KEY,
    });
});

it.each([
  ['that is not there', path.join(folder, 'none.json')],
  ['that is a folder', folder],
  ['without what is needed', FILE.replace('private_key', 'key')],
])('refuses a file %s, and repeats nothing of it', (_what, value) => {
  const { error } = keyFile.safeParse(value);
  expect(error?.issues).toMatchObject([{ message: expect.stringContaining('client_email') as string }]);
  expect(JSON.stringify(error)).not.toContain(KEY);
});

const { AZURE_OPENAI_DEPLOYMENTS: deployments, AZURE_OPENAI_API_INSTANCE_NAME: instance } = azureSettings;

describe('the settings of Azure', () => {
  it('maps models to deployments', () => {
    expect(deployments.parse(undefined)).toEqual({});
    expect(deployments.parse('gpt-4o=prod, gpt-4.1 = my.model_2,*=rest,')).toEqual({
      'gpt-4o': 'prod',
      'gpt-4.1': 'my.model_2',
      '*': 'rest',
    });
  });

  it.each(['gpt-4o', '=prod', 'gpt-4o=', 'gpt-4o=a/b'])('refuses the deployment %j', (list) => {
    expect(deployments.safeParse(list).error?.issues).toMatchObject([
      { message: `${list}: is not model=deployment` },
    ]);
  });

  it('refuses names that would lead to another host', () => {
    expect(instance.safeParse('evil.example/').success).toBe(false);
  });

  it('requires the id, the secret and the directory of an application together', () => {
    const all = {
      AZURE_OPENAI_CLIENT_ID: 'a',
      AZURE_OPENAI_CLIENT_SECRET: 'b',
      AZURE_OPENAI_TENANT_ID: 'c',
    };
    const given = [{}, all, { ...all, AZURE_OPENAI_TENANT_ID: undefined }, { AZURE_OPENAI_CLIENT_ID: 'a' }];
    expect(given.map(hasWholeGrant)).toEqual([true, true, false, false]);
    const url = { ...all, AZURE_OPENAI_TENANT_ID: undefined, AZURE_OPENAI_TOKEN_URL: 'https://a.example' };
    expect(hasWholeGrant(url)).toBe(true);
  });
});
