import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { EncryptionKey, KeyRing } from '#app/core/platform/secret-settings.ts';
import { currentPrefix, open, seal, VaultError, type Binding } from './vault.ts';

const SECRET = 'sk-canary-Ünïcode-🔑';
const mine: Binding = { ownerId: 'user-1', purpose: 'api-key:7' };
const key = (id: string, byte: number): EncryptionKey => ({ id, secret: Buffer.alloc(32, byte) });
const old: KeyRing = [key('k1', 1)];
const rotated: KeyRing = [key('k2', 2), key('k1', 1)];

/** The error for a text that does not open. */
function refusal(sealed: string, binding = mine, keys = old): VaultError {
  try {
    open(sealed, binding, keys);
  } catch (error) {
    return error as VaultError;
  }
  throw new Error('it opened');
}

describe('the vault', () => {
  it.each([SECRET, '', 'x'.repeat(10_000)])('opens its own sealed texts', (plain) => {
    const sealed = seal(plain, mine, old);
    expect(sealed).toMatch(/^k1:[\w-]+$/);
    expect(open(sealed, mine, old)).toBe(plain);
  });

  it('seals the same secret differently each time', () => {
    const texts = Array.from({ length: 100 }, () => seal(SECRET, mine, old));
    expect(new Set(texts).size).toBe(100);
    expect(new Set(texts.map((text) => text.slice(0, 19))).size, 'nonces').toBe(100);
  });

  it('refuses a text with any bit changed', () => {
    const sealed = seal(SECRET, mine, old);
    const [id, body = ''] = sealed.split(':');
    const bytes = Buffer.from(body, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(refusal(`${id}:${changed.toString('base64url')}`).failure).toBe('refused');
    }
  });

  it('refuses a text with any character changed, removed or added', () => {
    const sealed = seal(SECRET, mine, old);
    for (let at = 3; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(refusal(sealed.slice(0, at) + other + sealed.slice(at + 1)).failure).toBe('refused');
    }
    for (let cut = 3; cut < sealed.length; cut += 1)
      expect(refusal(sealed.slice(0, cut)).failure).toBe('refused');
    expect(refusal(`${sealed}A`).failure).toBe('refused');
    expect(refusal(`${sealed}=`).failure).toBe('refused');
  });

  it.each(['', ':', 'k1', 'k1:', 'k1:AAAA', SECRET, 'k1:a b', '\u0000'])('refuses %j', (text) => {
    expect(refusal(text).failure).toBe('refused');
  });

  it('refuses another owner, another purpose, and the two split differently', () => {
    const sealed = seal(SECRET, mine, old);
    for (const binding of [
      { ...mine, ownerId: 'user-2' },
      { ...mine, purpose: 'api-key:8' },
      { ownerId: 'user-1"', purpose: ',"api-key:7' },
      { ownerId: mine.purpose, purpose: mine.ownerId },
    ])
      expect(refusal(sealed, binding as Binding).failure).toBe('refused');
  });

  it('opens with an old key after a rotation, and seals with the new one', () => {
    expect(open(seal(SECRET, mine, old), mine, rotated)).toBe(SECRET);
    const fresh = seal(SECRET, mine, rotated);
    expect(fresh.startsWith(currentPrefix(rotated))).toBe(true);
    expect(refusal(fresh, mine, old).failure).toBe('unknown_key');
  });

  it('refuses a key with the same id and another secret, and a text under another key’s id', () => {
    const sealed = seal(SECRET, mine, old);
    expect(refusal(sealed, mine, [key('k1', 9)]).failure).toBe('refused');
    expect(refusal(sealed.replace('k1:', 'k2:'), mine, [key('k2', 1)]).failure, 'the id is bound').toBe(
      'refused',
    );
  });

  it('names no secret, owner or key in its errors', () => {
    const sealed = seal(SECRET, mine, old);
    for (const error of [refusal(`${sealed}A`), refusal(sealed, mine, [key('zz', 1)])]) {
      expect(error).toBeInstanceOf(VaultError);
      const told = inspect(error, { depth: 9, showHidden: true });
      for (const hidden of [SECRET, mine.ownerId, mine.purpose, sealed, '01010101'])
        expect(told).not.toContain(hidden);
    }
  });
});
