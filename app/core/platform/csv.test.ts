import { describe, expect, it } from 'vitest';
import { csvLines, type CsvValue } from './csv.ts';

const cell = (value: CsvValue, guardsFormulas: boolean) => csvLines([[value, 'x']], { guardsFormulas });

describe('a guarded cell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [0, '0'],
    [-12.5, '-12.5'],
    [true, 'true'],
    [false, 'false'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=b', 'a=b'],
  ])('of %j is %j', (value, text) => expect(cell(value, true)).toBe(`${text},x\r\n`));

  it('of a large negative amount is the amount', () => {
    expect(cell(-9_223_372_036_854_775_807n, true)).toBe('-9223372036854775807,x\r\n');
  });
});

it('keeps a formula as it was stored without the guard', () => {
  expect(cell('=1+1', false)).toBe('=1+1,x\r\n');
  expect(cell('-\r\n"', false)).toBe('"-\r\n""",x\r\n');
});

it('ends every line', () => {
  expect(csvLines([], { guardsFormulas: true })).toBe('');
  expect(csvLines([['مرحبا'], ['你好']], { guardsFormulas: true })).toBe('مرحبا\r\n你好\r\n');
});
