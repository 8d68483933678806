/**
 * Removes certain characters from the end of a text. A regular expression for that (`/0+$/`) takes time that
 * grows with the square of the length of a run that is not at the end.
 * @param characters each of them is removed; none of them is beyond U+FFFF
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
