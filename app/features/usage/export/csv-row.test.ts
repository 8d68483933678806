import { describe, expect, it } from 'vitest';
import { csvCell, csvRow } from './csv-row.ts';

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [0, '0'],
    [-12.5, '-12.5'],
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
  ])('of %j is %j', (value, cell) => expect(csvCell(value)).toBe(cell));
});

it('stands in a line with others', () => {
  expect(csvRow(['a', null, 3, 'x,y'])).toBe('a,,3,"x,y"\r\n');
});
