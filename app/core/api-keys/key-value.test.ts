import { describe, expect, it } from 'vitest';
import { hashKeyValue, isKeyValue, maskedValue, newKeyValue, prefixOf } from './key-value.ts';

describe('values of keys', () => {
  const values = Array.from({ length: 500 }, newKeyValue);

  it('are all different, well formed, and of one length', () => {
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) {
      expect(value).toMatch(/^sk-par-[0-9A-Za-z]{38}$/);
      expect(isKeyValue(value)).toBe(true);
    }
  });

  it('use every letter and digit', () => {
    const used = new Set(values.flatMap((value) => value.slice(7, 39).split('')));
    expect(used.size).toBe(62);
  });

  it('are refused with one character changed, two neighbors swapped, one missing or one extra', () => {
    const [value = ''] = values;
    for (let at = 0; at < value.length; at += 1) {
      const other = value[at] === 'a' ? 'b' : 'a';
      expect(isKeyValue(value.slice(0, at) + other + value.slice(at + 1))).toBe(false);
      expect(isKeyValue(value.slice(0, at) + value.slice(at + 1))).toBe(false);
      const exchanged = `${value.slice(0, at)}${value[at + 1] ?? ''}${value[at] ?? ''}${value.slice(at + 2)}`;
      expect(isKeyValue(exchanged)).toBe(exchanged === value);
    }
    expect(isKeyValue(`${value}0`)).toBe(false);
    expect(isKeyValue(` ${value}`)).toBe(false);
    expect(isKeyValue(`${value}\n`)).toBe(false);
  });

  // Rules of secret scanners must still match keys that are already in use.
  it('keep their format', () => {
    expect(isKeyValue('sk-par-0123456789abcdefghijABCDEFGHIJ01EXAMPL')).toBe(false);
    expect(isKeyValue('sk-par-00000000000000000000000000000000xxoMJD')).toBe(true);
  });

  it('are shown by their first four characters, and looked up by their hash', () => {
    expect(maskedValue(prefixOf('sk-par-Ab3dXXXX'))).toBe('sk-par-Ab3d…');
    expect(hashKeyValue('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
