import { describe, expect, it } from 'vitest';
import { check } from 'recheck';
import { findExpressions } from './find-expressions.mjs';

describe('findExpressions', () => {
  it('finds literals and constant texts, and no comments or divisions', () => {
    const source = [
      'const a = /x+y/gi.test(text); // no /comment/',
      String.raw`const b = new RegExp('\\d+', 'u');`,
      'const c = RegExp(String.raw`\\w+$`);',
      'const d = one / two / three;',
      'const e = new RegExp(`${made}+`);',
      'const f = <p title="/no/">{/[/]z/.source}</p>;',
    ].join('\n');
    expect(findExpressions('a.tsx', source)).toEqual([
      { line: 1, source: 'x+y', flags: 'gi' },
      { line: 2, source: String.raw`\d+`, flags: 'u' },
      { line: 3, source: String.raw`\w+$`, flags: '' },
      { line: 6, source: '[/]z', flags: '' },
    ]);
  });

  it.each([
    [String.raw`\/+$`, 'polynomial'],
    [String.raw`^(a+)+$`, 'exponential'],
    [String.raw`^\/+`, 'safe'],
  ])('control: /%s/ is %s', async (source, verdict) => {
    const found = await check(source, '');
    expect(found.status === 'vulnerable' ? found.complexity.type : found.status).toBe(verdict);
  });
});
