import { describe, expect, it } from 'vitest';
import { readCursors, writeCursors } from './browser-stream.ts';
import { START_CURSOR } from './generation.ts';

const A = '0190a1b2-0000-7000-8000-000000000001';
const B = '0190a1b2-0000-7000-8000-000000000002';

describe('the list of cursors', () => {
  it('is read back as it was written', () => {
    const have = new Map([
      [A, { number: 12, text: 340, thinking: 7 }],
      [B, START_CURSOR],
    ]);
    expect(writeCursors(have)).toBe(`${A}:12.340.7,${B}:0.0.0`);
    expect(readCursors(writeCursors(have))).toEqual(have);
  });

  it('is never the empty string, so that a browser remembers it', () => {
    expect(writeCursors(new Map())).toBe('-');
    expect(readCursors('-').size).toBe(0);
  });

  it('ignores malformed entries', () => {
    expect(readCursors(`x:1.2.3,${A}:4.5.6,,${B}`)).toEqual(
      new Map([[A, { number: 4, text: 5, thinking: 6 }]]),
    );
    expect(readCursors(null).size).toBe(0);
    expect(readCursors(undefined).size).toBe(0);
  });

  it('starts a reply with an invalid cursor at its beginning', () => {
    expect(readCursors(`${A}:nonsense`)).toEqual(new Map([[A, START_CURSOR]]));
  });

  it('reads at most 200 replies', () => {
    const many = Array.from(
      { length: 500 },
      (_, i) => `${A.slice(0, -3)}${String(i).padStart(3, '0')}:1.1.1`,
    );
    expect(readCursors(many.join(',')).size).toBe(200);
  });
});
