import { describe, expect, it } from 'vitest';
import { encryptionKeys } from './encryption-keys.ts';

const first = Buffer.alloc(32, 1).toString('base64url');
const second = Buffer.alloc(32, 2).toString('base64url');

describe('ENCRYPTION_KEYS', () => {
  it('are read in their order', () => {
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
  ])('refuse %s without repeating a secret', (_what, list) => {
    const result = encryptionKeys.safeParse(list);
    expect(result.success).toBe(false);
    expect(JSON.stringify(result.error?.issues)).not.toContain(first.slice(1, 20));
  });

  it('name the entry that is wrong', () => {
    const { error } = encryptionKeys.safeParse(`k1:${first},k2:short`);
    expect(error?.issues[0]?.message).toMatch(/^entry 2 /);
  });
});
