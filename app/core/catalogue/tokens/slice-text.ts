/** Longest slice: the tokenizer takes some milliseconds for it at most, whatever it holds. */
const SLICE = 1024;

/** Cuts a text into slices, each counted in one go. Joined they are the text. */
export function* sliceText(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = sliceEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

/** Where a slice ends: before a space near its limit, as a word belongs to the space before it. */
function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE;
  if (limit >= text.length) return text.length;
  const near = limit - SLICE / 8;
  const space = text.slice(near, limit).lastIndexOf(' ');
  return space > 0 ? near + space : wholeCharacter(text, limit);
}

/** An index that does not part the two halves of a character. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}
