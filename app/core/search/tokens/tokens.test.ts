import { describe, expect, it } from 'vitest';
import { SEARCH_MAX } from '#app/contracts/search.ts';
import { fold } from './fold.ts';
import { findMatch } from './match.ts';
import { cutToken, MAX_TOKEN_BYTES, MAX_TOKENS, messageTokens } from './message-tokens.ts';
import { readQuery } from './query.ts';

const marked = (text: string, query: string) =>
  findMatch(text, readQuery(query)[0]!.literals)
    ?.filter(({ isMatch }) => isMatch)
    .map((part) => part.text);

describe('folded text', () => {
  it.each([
    ['Straße', 'strasse'],
    ['İSTANBUL IŞIK ışık', 'istanbul isik isik'],
    ['ﾃﾞｰﾀ データ', 'でーた でーた'],
    ['か\u3099 ガ', 'が が'],
    ['\u1112\u1161\u11ab글', '한글'],
    ['ﷺ', 'صلي الله عليه وسلم'],
    ['a\u200bb\u00adc', 'abc'],
  ])('of %s is %s', (source, text) => {
    expect(fold(source).text).toBe(text);
  });

  it('has the origin of each character', () => {
    const { text, starts, ends } = fold('Iß\u0301𝐀');
    expect(text).toBe('issa');
    expect(starts).toEqual([0, 1, 1, 3]);
    expect(ends).toEqual([1, 2, 3, 5]);
  });
});

describe('tokens of a message', () => {
  it('are words, whole names and their parts', () => {
    expect(messageTokens('node.js getUserId C++ C# x+y').tokens.toSorted()).toEqual(
      ['node.js', 'node', 'js', 'getuserid', 'get', 'user', 'id', 'c++', 'c', 'c#', 'x', 'y'].toSorted(),
    );
  });

  it('are pairs and characters of scripts without spaces', () => {
    expect(messageTokens('東京都').tokens).toEqual(['東京', '京都', '東', '京', '都']);
    expect(messageTokens('ภาษา').tokens).toContain('ภา');
  });

  it('are at most the max, and say so', () => {
    const words = Array.from({ length: 3000 }, (_, number) => `word${number}`).join(' ');
    expect(messageTokens(words)).toMatchObject({ isCut: true });
    expect(messageTokens(words).tokens).toHaveLength(MAX_TOKENS);
    expect(messageTokens('few words').isCut).toBe(false);
  });

  it('have of encoded data only the beginning, and the words around it', () => {
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAE'.repeat(2000);
    expect(messageTokens(`before data:image/png;base64,${data} after`).tokens.length).toBeLessThan(12);
    expect(messageTokens(`before ${data} after`).tokens).toContain('after');
    const path = '/the/quick/brown/fox/jumps/over-the-lazy-dog'.repeat(4);
    expect(messageTokens(path).tokens).toContain('jumps');
  });

  it('are cut between characters', () => {
    expect(cutToken('я'.repeat(40))).toBe('я'.repeat(16));
    expect(cutToken(`${'a'.repeat(31)}я`)).toBe('a'.repeat(31));
    expect(cutToken(`${'a'.repeat(31)}😀`)).toBe('a'.repeat(31));
    expect(Buffer.byteLength(cutToken('學'.repeat(32)))).toBeLessThanOrEqual(MAX_TOKEN_BYTES);
  });
});

describe('a query', () => {
  it.each(['', ' ', '..', '/', '@', '+(', '~~<>', '"', '%', '\u0301', '\ud800'])(
    'of %j has nothing to find',
    (query) => {
      expect(readQuery(query)).toEqual([]);
    },
  );

  it.each(['+(x', '@x', 'x/..', '"x"', '%x_'])('of %j searches for x', (query) => {
    expect(readQuery(query)).toEqual([{ terms: [{ token: 'x', isPrefix: false }], literals: ['x'] }]);
  });

  it('is limited', () => {
    const [reading] = readQuery('abc '.repeat(10_000));
    expect(reading).toEqual({ terms: [{ token: 'abc', isPrefix: true }], literals: ['abc'] });
    const [long] = readQuery('x'.repeat(10_000));
    expect(long!.literals[0]!.length).toBeLessThanOrEqual(SEARCH_MAX);
    expect(readQuery('漢字仮名交文'.repeat(100))[0]!.terms.length).toBeLessThanOrEqual(16);
  });

  it('completes its last word only', () => {
    expect(readQuery('big elephan')[0]!.terms).toEqual([
      { token: 'big', isPrefix: false },
      { token: 'elephan', isPrefix: true },
    ]);
  });
});

describe('a match', () => {
  it.each([
    ['İSTANBUL’da Straße', 'strasse', ['Straße']],
    ['İİİİ istanbul', 'İSTANBUL', ['istanbul']],
    ['cafe\u0301 olé', 'café', ['cafe\u0301']],
    ['والكتاب', 'الكتاب', ['كتاب']],
    ['a category for the cat', 'cat', ['cat', 'cat']],
    ['the concat of a cat', 'cat', ['cat']],
    ['one two one', 'one two', ['one', 'two', 'one']],
  ])('in %s of %s is marked', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  it('is shown with the text around it', () => {
    const parts = findMatch(`${'before '.repeat(100)}needle${' after'.repeat(100)}`, ['needle'])!;
    const text = parts.map((part) => part.text).join('');
    expect(text).toMatch(/^…before .* needle after .*…$/);
    expect(text.length).toBeLessThan(250);
  });

  it('is none if a word is missing', () => {
    expect(findMatch('one three', ['one', 'two'])).toBeNull();
  });
});
