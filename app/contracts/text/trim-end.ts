/**
 * A text without certain characters at its end. An expression for that (`/0+$/`) takes time that grows with the square
 * of a run which does not stand at the end.
 * @param characters each of them is taken off, none of them beyond U+FFFF
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
