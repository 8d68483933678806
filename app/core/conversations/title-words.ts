import { DEFAULT_TITLE } from '#app/contracts/chat.ts';

const MAX_WIDTH = 60;
/** Characters of a message that are examined: a title needs far fewer, and a message may be very long. */
const MAX_EXAMINED = 2000;
/** Max characters of a title, as its column allows: a grapheme may have any number of marks. */
const MAX_CHARACTERS = 200;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A title from the first words of a message: one line of at most about 60 Latin or 30 Chinese or Japanese
 * characters, cut between words where there are spaces, never inside a grapheme.
 */
export function titleWords(text: string): string {
  const line = text
    .trimStart()
    .slice(0, MAX_EXAMINED)
    .replaceAll(/[#*_`>~]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  let width = 0;
  let cut = '';
  for (const { segment } of graphemes.segment(line)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > MAX_WIDTH || cut.length + segment.length > MAX_CHARACTERS)
      return cut === '' ? DEFAULT_TITLE : `${atWord(cut)}…`;
    cut += segment;
  }
  return cut === '' ? DEFAULT_TITLE : cut;
}

/** Drops a word that was cut, unless that would drop most of the line. */
function atWord(cut: string): string {
  const space = cut.lastIndexOf(' ');
  return space > cut.length / 2 ? cut.slice(0, space) : cut.trimEnd();
}
