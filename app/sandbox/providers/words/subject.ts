/** Words without a meaning for the topic of a message. */
const FILLERS = new Set(
  `a about after all also am an and any are as ask at be been before but by can could create did do does draft
  for from get give good had has have he hello help her hey hi his how i if in into is it its just know let like
  make many may me more most much my need no not of on one or our out over please say she should show so some
  something tell than that the their them then there these they this those to too two up us use very want was
  we were what when where which who why will with without would write you your explain describe summarize
  translate compare list question answer example examples between best way short long`
    .split(/\s+/)
    .filter(Boolean),
);

/** The meaningful words of a text, in their order, without repeats. */
export function keywords(text: string, most: number): string[] {
  const found: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'+#-]*/gu)) {
    const plain = word.toLowerCase();
    if (FILLERS.has(plain) || found.some((known) => known.toLowerCase() === plain)) continue;
    found.push(word);
    if (found.length === most) break;
  }
  return found;
}

/** A few words that name the topic of a message: `sourdough bread`; `this` if it has none. */
export function subjectOf(text: string): string {
  return keywords(text, 3).join(' ').slice(0, 60) || 'this';
}

/** Upper case for the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
