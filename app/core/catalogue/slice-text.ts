/** Longest slice: the tokenizer takes about a millisecond for it, whatever it holds. */
const SLICE = 4096;

/**
 * Longest run of one kind of character. The tokenizer's time grows with the square of a run: 100,000 spaces
 * in one piece take it 6 s. Words are far shorter; where a longer run is cut the count grows by a token at
 * most.
 */
const RUN = 64;

/** Cuts a text into slices that the tokenizer counts fast. Joined they are the text. */
export function* sliceText(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = sliceEnd(text, start);
    yield* cutRuns(text.slice(start, end));
    start = end;
  }
}

/** Where a slice ends: before a space near its limit, as a word belongs to the space before it. */
function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE;
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(' ', limit);
  return space > limit - SLICE / 8 ? space : wholeCharacter(text, limit);
}

function* cutRuns(slice: string): Generator<string> {
  let start = 0;
  let run = 0;
  let before: Kind | undefined;
  for (let at = 0; at < slice.length; at += 1) {
    const kind = kindOf(slice.charCodeAt(at));
    run = kind === before ? run + 1 : 1;
    before = kind;
    if (run < RUN) continue;
    const end = wholeCharacter(slice, at + 1);
    yield slice.slice(start, end);
    start = end;
    at = end - 1;
    run = 0;
  }
  if (start < slice.length) yield slice.slice(start);
}

type Kind = 'space' | 'letter' | 'other';

/** Near enough to the tokenizer's own kinds, and much faster than to ask Unicode for each character. */
function kindOf(code: number): Kind {
  if (code <= 0x20 || code === 0xa0 || code === 0x3000) return 'space';
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? 'letter' : 'other';
  const punctuation =
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3001 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff20);
  return punctuation ? 'other' : 'letter';
}

/** An index that does not part the two halves of a character. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}
