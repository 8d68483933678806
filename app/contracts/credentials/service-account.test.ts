import { describe, expect, it } from 'vitest';
import { isKeyFileName, readServiceAccount, SERVICE_ACCOUNT_LIMIT } from './service-account.ts';

const FILE = {
  type: 'service_account',
  project_id: 'abc',
  private_key_id: '7f',
  private_key: 'k'.repeat(601),
  client_email: 'hub@abc.iam.gserviceaccount.com',
  token_uri: 'http://10.0.0.1/token',
};

const read = (more: object) => readServiceAccount(JSON.stringify({ ...FILE, ...more }));

describe('the key file of a service account', () => {
  it('is read with only its required fields, and with none of its addresses', () => {
    const { type: _type, token_uri: _address, ...needed } = FILE;
    expect(read({})).toEqual(needed);
    expect(read({ private_key_id: undefined })).not.toBe(null);
  });

  it.each<[string, object]>([
    ['an address that is none', { client_email: 'hub at abc' }],
    ['no address', { client_email: undefined }],
    ['a project of two letters', { project_id: 'ab' }],
    ['a project that is a number', { project_id: 123 }],
    ['a key of 600 letters', { private_key: 'k'.repeat(600) }],
    ['no key', { private_key: undefined }],
    ['a key without end', { private_key: 'k'.repeat(SERVICE_ACCOUNT_LIMIT) }],
  ])('is refused with %s', (_what, more) => {
    expect(read(more)).toBe(null);
  });

  it.each(['', 'no JSON', '[]', 'null', '"text"', '{"client_email":'])('is refused as %j', (text) => {
    expect(readServiceAccount(text)).toBe(null);
  });

  it('must be named .json', () => {
    expect(['key.json', 'KEY.JSON', 'key.json.exe', 'key', 'json'].map(isKeyFileName)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
