import { describe, expect, it } from 'vitest';
import { disposition, isKnown, readRange } from './file-answer.ts';

describe('readRange', () => {
  it.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-9', null],
    [null, null],
  ])('%s of 100 bytes', (header, part) => expect(readRange(header, 100)).toEqual(part));
});

it('recognizes an entity tag among those that a client has', () => {
  expect(['"a"', 'W/"a"', '"b", "a"', '*'].every((header) => isKnown(header, '"a"'))).toBe(true);
  expect([null, '', '"b"', '"a'].some((header) => isKnown(header, '"a"'))).toBe(false);
});

it('names a download in any script, and cannot be used to inject a header', () => {
  expect(disposition('inline', 'a "cat"; قطة.png')).toBe(
    `inline; filename="a _cat__ ___.png"; filename*=UTF-8''a%20%22cat%22%3B%20%D9%82%D8%B7%D8%A9.png`,
  );
});
