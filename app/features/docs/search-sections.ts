import type { Finding } from './docs-data.ts';

/** A searchable section: the text below one heading. */
export interface Section {
  slug: string;
  chapter: string;
  heading: { id: string; text: string } | null;
  words: string;
  /** Title, heading and text in lower case, for the search. */
  inTitle: string;
  inHeading: string;
  inWords: string;
}

export const QUERY_MAX = 100;
const MAX_WORDS = 8;
const MAX_FINDINGS = 24;
/** Number of characters before and after the first match. */
const AROUND = 110;
const WEIGHTS = { inHeading: 8, inTitle: 5, inWords: 1 } as const;
/** The number of occurrences of a word that count; more do not raise the score. */
const MAX_COUNTED = 4;

/** The words of a query: at most 8, with at most 100 characters in total. */
export function readQuery(query: string): string[] {
  const words = query.slice(0, QUERY_MAX).toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** The sections that have every word, the best first; linear in the total length of the text. */
export function searchSections(sections: readonly Section[], query: string): Finding[] {
  const words = readQuery(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_FINDINGS)
    .map(({ section }) => toFinding(section, words));
}

/** 0 if a word is missing. */
function scoreOf(section: Section, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const own =
      (section.inHeading.includes(word) ? WEIGHTS.inHeading : 0) +
      (section.inTitle.includes(word) ? WEIGHTS.inTitle : 0) +
      countOf(section.inWords, word) * WEIGHTS.inWords;
    if (own === 0) return 0;
    score += own;
  }
  return score;
}

function countOf(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < MAX_COUNTED; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

function toFinding(
  { slug, chapter, heading, words: text, inWords }: Section,
  words: readonly string[],
): Finding {
  const places = words.map((word) => inWords.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first <= AROUND ? 0 : text.indexOf(' ', first - AROUND) + 1;
  const end = text.length <= first + AROUND ? text.length : text.lastIndexOf(' ', first + AROUND);
  const until = Math.max(end, first);
  const passage = markMatches(text.slice(from, until), inWords.slice(from, until), words);
  if (from > 0) passage.unshift({ text: '… ', isMatch: false });
  if (until < text.length) passage.push({ text: ' …', isMatch: false });
  return { slug, chapter, heading, passage };
}

/** Splits a passage at the words of the query. */
function markMatches(text: string, small: string, words: readonly string[]): Finding['passage'] {
  const pieces: Finding['passage'] = [];
  let at = 0;
  while (at < text.length) {
    let next = text.length;
    let length = 0;
    for (const word of words) {
      const place = small.indexOf(word, at);
      if (place >= 0 && place < next) [next, length] = [place, word.length];
    }
    if (next > at) pieces.push({ text: text.slice(at, next), isMatch: false });
    if (length > 0) pieces.push({ text: text.slice(next, next + length), isMatch: true });
    at = next + length;
  }
  return pieces;
}
