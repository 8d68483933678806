import { describe, expect, it } from 'vitest';
import { DEFAULT_EXPORT, exportQuery, fileNameOf, readExportOptions } from './export-options.ts';

describe('the name of a file', () => {
  it.each([
    ['Waves', 'Waves.md'],
    ['', 'chat.md'],
    [' ..// ', '__.md'],
    ['../../etc/passwd', '_.._etc_passwd.md'],
    ['a\u0000b\r\nc', 'a b c.md'],
    ['مرحبا بالعالم', 'مرحبا بالعالم.md'],
    ['你好，世界', '你好，世界.md'],
    ['invoice\u202Egpj.exe', 'invoice gpj.exe.md'],
    ['notes.MD', 'notes.md'],
    ['con', '_con.md'],
    ['What is 2*3?', 'What is 2_3_.md'],
    ['half \uD83D', 'half.md'],
    ['family 👨‍👩‍👧', 'family 👨‍👩‍👧.md'],
    ['end...', 'end.md'],
  ])('from %j is %j', (wanted, name) => expect(fileNameOf(wanted, 'md')).toBe(name));

  it('has at most 100 characters, and fits into the 255 bytes of a file system', () => {
    expect(fileNameOf('x'.repeat(1_000_000), 'json')).toHaveLength(100);
    expect(new TextEncoder().encode(fileNameOf('語'.repeat(500), 'json')).length).toBeLessThanOrEqual(240);
    expect(fileNameOf('😀'.repeat(500), 'json')).toMatch(/^(?:😀)+\.json$/u);
  });
});

describe('the choices of an export', () => {
  it('are the default ones without a type, or with an unknown one', () => {
    expect(readExportOptions(new URLSearchParams())).toEqual(DEFAULT_EXPORT);
    expect(readExportOptions(new URLSearchParams('type=exe&name=Mine&branches=1'))).toEqual({
      ...DEFAULT_EXPORT,
      name: 'Mine',
    });
  });

  it('survive their query', () => {
    const off = { hasOptions: false, hasBranches: false, isRecursive: false, guardsFormulas: false };
    const on = { hasOptions: true, hasBranches: true, isRecursive: true, guardsFormulas: true };
    for (const options of [
      { type: 'json', name: 'a & b', ...on },
      { type: 'csv', name: '', ...off },
    ] as const)
      expect(readExportOptions(exportQuery(options))).toEqual(options);
  });
});
