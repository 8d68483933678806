import { trimEnd } from '#app/contracts/text/trim-end.ts';

const MOST_CHARACTERS = 80;

/** One line without the quotation marks, headings and full stops that models like to add. */
export function cleanTitle(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const bare = line.replace(/^(title\s*:|#+)\s*/i, '').replace(/^["'“”«»「*]+/, '');
  return trimEnd(bare, `"'“”«»」*.。`).trim().slice(0, MOST_CHARACTERS);
}
