import { countTokens as countWithCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countWithO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { boundedSplit, countTokens, LONGEST_RUN, sliceText } from './count-tokens.ts';

/** A seeded generator: the same numbers in every run. */
function lots(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/** Random characters of a range: the tokenizer cannot answer from its cache. */
function mixed(from: number, to: number, seed = 7): (size: number) => string {
  return (size) => {
    const draw = lots(seed);
    let text = '';
    while (text.length < size) text += String.fromCodePoint(from + draw(to - from));
    return text;
  };
}

/** Random characters of two ranges in turn. */
function inTurn(one: Range, other: Range): (size: number) => string {
  const draw = lots(11);
  const pick = ([from, to]: Range) => String.fromCodePoint(from + draw(to - from));
  return (size) => {
    let text = '';
    while (text.length < size) text += pick(one) + pick(other);
    return text;
  };
}

type Range = readonly [from: number, to: number];
const IDEOGRAPHS: Range = [0x4e00, 0x9fff];
const PUNCTUATION: Range = [0x21, 0x30];

const repeated = (unit: string) => (size: number) =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** Every class of text that one of the two vocabularies treats as one piece, and mixes that none splits. */
const SHAPES: Record<string, (size: number) => string> = {
  'one letter': repeated('a'),
  capitals: repeated('A'),
  'letters without order': mixed(0x61, 0x7b),
  'capitals and small letters in turn': repeated('aA'),
  'CJK with combining marks': repeated('日\u0301本\u0302'),
  'letters with combining marks': repeated('a\u0301\u0302\u0303'),
  'combining marks': repeated('\u0301'),
  'combining marks without order': mixed(0x300, 0x370),
  'punctuation with combining marks': repeated('!\u0301'),
  'CJK with marks of symbols': inTurn(IDEOGRAPHS, [0x20d0, 0x20f1]),
  'CJK with iteration marks': inTurn(IDEOGRAPHS, [0x3005, 0x3007]),
  'CJK with full-width letters': inTurn(IDEOGRAPHS, [0xff66, 0xff9d]),
  'CJK with letter-like symbols': inTurn(IDEOGRAPHS, [0x2c00, 0x2ce4]),
  'marks and punctuation without order': inTurn(PUNCTUATION, [0x300, 0x370]),
  'private use and punctuation': inTurn(PUNCTUATION, [0xe000, 0xf8ff]),
  'emoji and punctuation': inTurn([0x1_f300, 0x1_f6ff], PUNCTUATION),
  'zero width and emoji': inTurn([0x1_f300, 0x1_f6ff], [0x200b, 0x2010]),
  'letters and zero width': inTurn([0x61, 0x7b], [0x200b, 0x2010]),
  CJK: mixed(0x4e00, 0x9fff),
  Hangul: mixed(0xac00, 0xd7a0),
  Thai: mixed(0xe01, 0xe5b),
  Arabic: mixed(0x621, 0x660),
  'modifier letters': mixed(0x2b0, 0x300),
  'private use': mixed(0xe000, 0xf8ff),
  'private use, far planes': mixed(0xf_0000, 0xf_fffd),
  cuneiform: mixed(0x1_2000, 0x1_2399),
  'lone surrogates': mixed(0xd800, 0xe000),
  'one lone surrogate': repeated('\ud83d'),
  emoji: mixed(0x1_f300, 0x1_f6ff),
  'joined emoji': repeated('👨‍👩‍👧‍👦'),
  'zero width': repeated('\u200b\u200d\ufeff'),
  'bidi controls': repeated('\u202e\u2066'),
  spaces: repeated(' '),
  'spaces of all kinds': repeated(' \u00a0\u3000\t'),
  'line breaks': repeated('\n'),
  'CRLF and spaces': repeated('\r\n  '),
  'spaces, then a line break': (size) => `${' '.repeat(size - 1)}\n`,
  'punctuation without order': mixed(0x21, 0x30),
  'punctuation and line breaks': repeated('!\n'),
  'punctuation, then line breaks': (size) => '!'.repeat(size / 2) + '\n'.repeat(size / 2),
  slashes: repeated('/'),
  digits: repeated('1'),
  contractions: repeated("'ll"),
  nulls: repeated('\0'),
  'all scripts': mixed(0x20, 0x3000),
};

const TOKENIZERS = { o200k: countWithO200k, cl100k: countWithCl100k };
const PLAIN = { disallowedSpecial: new Set<string>() };
const SPLITS = { o200k: O200K_TOKEN_SPLIT_REGEX, cl100k: CL100K_TOKEN_SPLIT_REGEX };
const SIZE = 20_000;

/** The pieces whose bytes a tokenizer merges, in time that grows with the square of each. */
function piecesOf(text: string, split: RegExp): string[] {
  return [...sliceText(text)].flatMap((slice) => slice.match(split) ?? []);
}

describe.each(['o200k', 'cl100k'] as const)('counting with %s', (tokenizer) => {
  it.each(Object.entries(SHAPES))('merges short pieces of %s, and all of it', (_name, make) => {
    const text = make(SIZE);
    const pieces = piecesOf(text, boundedSplit(SPLITS[tokenizer]));
    expect(pieces.join('')).toBe(text);
    // In characters: an expression has two runs at most, and some signs before, between and after them.
    const lengths = pieces.map((piece) => Array.from(piece).length);
    expect(Math.max(...lengths)).toBeLessThan(3 * LONGEST_RUN);
  });

  it.each(Object.entries(SHAPES))('never counts less than the tokenizer in %s', async (_name, make) => {
    const text = make(1200);
    const exact = TOKENIZERS[tokenizer](text, PLAIN);
    const counted = await countTokens(text, tokenizer);
    // A cut may lower the count: by a part of a word each.
    expect(counted).toBeGreaterThanOrEqual(exact - Math.ceil(exact / 100));
  });
});

it('would merge pieces as long as a slice if runs were not limited', () => {
  const pieces = piecesOf(SHAPES['CJK with combining marks']!(SIZE), O200K_TOKEN_SPLIT_REGEX);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeGreaterThan(1000);
});
