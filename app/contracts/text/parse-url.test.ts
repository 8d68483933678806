import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.ts';

it('parses a URL, also relative to another one, and returns null for any other text', () => {
  expect(parseUrl('https://a.example/b?c')?.search).toBe('?c');
  expect(parseUrl('/b', 'https://a.example')?.href).toBe('https://a.example/b');
  expect(parseUrl('/b')).toBeNull();
  expect(parseUrl('https://')).toBeNull();
});

it('parses a host with non-ASCII letters, also after many calls', () => {
  const read = Array.from({ length: 50_000 }, () => parseUrl('https://münchen.example/')?.hostname);
  expect(new Set(read)).toEqual(new Set(['xn--mnchen-3ya.example']));
});

it('accepts a path of any length, but no host longer than hosts can be', () => {
  const long = 'x'.repeat(2000);
  expect(parseUrl(`https://a.example/${long}?${long}`)?.pathname).toHaveLength(2001);
  for (const text of [
    `https://${long}.example/`,
    `https:${long}`,
    `https:\\\t/${long}`,
    `${long}://a.example`,
  ])
    expect(parseUrl(text)).toBeNull();
});
