/**
 * Most characters of one kind in a piece of text. A tokenizer parts a text into pieces before it merges the bytes of
 * each, in time that grows with the square of a piece: 12,000 bytes of CJK with marks in one piece take it a second.
 * Words are far shorter. Where a longer run is cut the count grows by a token or so for each cut.
 */
export const LONGEST_RUN = 64;

/** The most characters that one token stands for in any of the vocabularies: a run of spaces. */
export const MOST_PER_TOKEN = 128;

/**
 * A tokenizer's own expression for the pieces of a text, with a bound in the place of each `+` and `*` in it. So no
 * piece is longer than some runs, whatever scripts, marks, signs and spaces the text is made of, and shorter ones are
 * what they were.
 */
export function boundedSplit({ source, flags }: RegExp): RegExp {
  const bounded = source.replaceAll('+', `{1,${LONGEST_RUN}}`).replaceAll('*', `{0,${LONGEST_RUN}}`);
  return new RegExp(bounded, flags);
}
