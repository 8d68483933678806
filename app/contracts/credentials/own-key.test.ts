import { describe, expect, it } from 'vitest';
import { isKeyExpiry, KEY_LIFETIMES } from './key-expiry.ts';
import { azureKey, BAD_SERVICE_ACCOUNT, OWN_KEY_MAX, readOwnKey, VALUE_REQUIRED } from './own-key.ts';

const AZURE = {
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'gpt-4o',
  azureOpenAIApiVersion: '2024-10-21',
  azureOpenAIApiKey: 'k',
};

const ACCOUNT = {
  client_email: 'hub@abc.iam.gserviceaccount.com',
  project_id: 'abc',
  private_key: 'k'.repeat(601),
};

describe("a key of the user's own", () => {
  it('is stored without surrounding whitespace', () => {
    expect(readOwnKey('text', ' sk-1\n')).toEqual({ ok: true, value: 'sk-1' });
  });

  it.each(['a b', 'a\r\nx-evil: 1', 'ключ', 'k'.repeat(501), 'k'.repeat(OWN_KEY_MAX + 9)])(
    'of text may contain only characters that a header can hold',
    (text) => expect(readOwnKey('text', text)).toMatchObject({ ok: false }),
  );

  it('of a website is a token or a whole cookie', () => {
    const cookie = 'SRCHHPGUSR=a=1&b; _U=abc';
    expect(readOwnKey('session', cookie)).toEqual({ ok: true, value: cookie });
    expect(readOwnKey('session', 'k'.repeat(4096))).toMatchObject({ ok: true });
    for (const bad of ['a\r\nx-evil: 1', 'ключ', 'k'.repeat(4097)])
      expect(readOwnKey('session', bad)).toMatchObject({ ok: false });
  });

  it.each(['text', 'session', 'azure', 'service-account'] as const)('of %s is required', (kind) => {
    expect(readOwnKey(kind, ' ')).toEqual({ ok: false, message: VALUE_REQUIRED });
  });

  it('of Azure keeps its four fields and nothing else', () => {
    const given = JSON.stringify({ ...AZURE, baseUrl: 'http://10.0.0.1/' });
    expect(readOwnKey('azure', given)).toEqual({ ok: true, value: JSON.stringify(AZURE) });
  });

  it.each([
    ['azureOpenAIApiInstanceName', 'evil.example/'],
    ['azureOpenAIApiDeploymentName', '../x'],
    ['azureOpenAIApiVersion', ''],
    ['azureOpenAIApiKey', 'a\nb'],
  ])('of Azure names the wrong field %s', (field, value) => {
    expect(readOwnKey('azure', JSON.stringify({ ...AZURE, [field]: value }))).toMatchObject({
      ok: false,
      field,
    });
  });

  it.each(['no JSON', '[]', 'null', '"text"'])('of Azure cannot be %s', (text) => {
    const read = readOwnKey('azure', text);
    expect(read).toMatchObject({ ok: false });
    expect(read).not.toHaveProperty('field');
  });

  it('of Google keeps no address from its file', () => {
    const given = JSON.stringify({ ...ACCOUNT, token_uri: 'http://10.0.0.1/token' });
    const read = readOwnKey('service-account', given);
    expect(read).toMatchObject({ ok: true });
    expect(JSON.stringify(read)).not.toContain('10.0.0.1');
    const bad = JSON.stringify({ ...ACCOUNT, private_key: 'k' });
    expect(readOwnKey('service-account', bad)).toEqual({ ok: false, message: BAD_SERVICE_ACCOUNT });
  });
});

it('expires in the future, at most 30 days from now', () => {
  const at = (ms: number) => isKeyExpiry(new Date(1_000_000 + ms), 1_000_000);
  for (const lifetime of Object.values(KEY_LIFETIMES)) expect(at(lifetime)).toBe(true);
  expect([at(0), at(-1), at(31 * 86_400_000), isKeyExpiry(new Date(Number.NaN))]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

const KEY = {
  azureOpenAIApiInstanceName: 'my-resource-2',
  azureOpenAIApiDeploymentName: 'gpt-4o_prod.1',
  azureOpenAIApiVersion: '2025-04-01-preview',
  azureOpenAIApiKey: 'k',
};

it('accepts the four fields of a deployment', () => {
  expect(azureKey.parse(KEY)).toEqual(KEY);
});

it.each([
  ['azureOpenAIApiInstanceName', 'evil.example/'],
  ['azureOpenAIApiInstanceName', 'a.b'],
  ['azureOpenAIApiInstanceName', '-a'],
  ['azureOpenAIApiInstanceName', 'a@b'],
  ['azureOpenAIApiInstanceName', ''],
  ['azureOpenAIApiInstanceName', 'a'.repeat(65)],
  ['azureOpenAIApiDeploymentName', '../models'],
  ['azureOpenAIApiDeploymentName', 'a/b'],
  ['azureOpenAIApiDeploymentName', '..'],
  ['azureOpenAIApiVersion', '2024-10-21&x=1'],
  ['azureOpenAIApiKey', ' '],
])('refuses as %s %j, which would change the target address', (name, value) => {
  const { error } = azureKey.safeParse({ ...KEY, [name]: value });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});
