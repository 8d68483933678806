import { wordsNear } from '#app/core/search/corrections.ts';
import { fold, foldText } from '#app/core/search/tokens/fold.ts';
import { beginningOfText, findMatch, isMatch } from '#app/core/search/tokens/match.ts';
import { cutToken, messageTokens } from '#app/core/search/tokens/message-tokens.ts';
import { charactersOf, wordsOf, type Piece } from '#app/core/search/tokens/pieces.ts';
import { readQuery } from '#app/core/search/tokens/query.ts';
import { arabicStem, arabicStems, endOfRun } from '#app/core/search/tokens/scripts.ts';
import { readFilters, readSearchFields, searchHref } from '#app/features/search/search-fields.ts';
import type { Room } from './reads.ts';

const wholeOf = (text: string): Piece => ({ kind: 'words', from: 0, to: text.length });

export const SEARCH: Room = {
  fold,
  foldText,
  messageTokens,
  readQuery,
  'findMatch, what is there': (text) => findMatch(text, [fold(text.slice(0, 200)).text]),
  'findMatch, two letters': (text) => findMatch(text, ['aa', '((']),
  isMatch: (text) => isMatch(text, [text.slice(0, 200), 'aa']),
  beginningOfText,
  // Longer words are not corrected.
  wordsNear: (text) => wordsNear(text.slice(0, 32)),
  cutToken,
  charactersOf: (text) => charactersOf(text, wholeOf(text)),
  wordsOf: (text) => wordsOf(text, wholeOf(text)),
  arabicStem,
  arabicStems,
  searchHref: (text) => {
    const fields = readSearchFields(new URLSearchParams({ q: text, cost: text, from: text, has: text }));
    return [readFilters(fields), searchHref({ ...fields, q: text }, text)];
  },
  'endOfRun, a word': (text) => endOfRun(text, 0, 'word'),
};
