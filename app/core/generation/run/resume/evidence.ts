import type { GoneOn } from '#app/core/tasks/task.ts';

/** So much of each is looked at to tell its script. */
const SAMPLE = 400;

const SCRIPTS = [
  /\p{Script=Latin}/gu,
  /\p{Script=Arabic}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Devanagari}/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  /\p{Script=Hangul}/gu,
  /\p{Script=Thai}/gu,
];

/**
 * Whether words that repeat nothing go on with an answer all the same, by how they begin: a fresh answer begins with no
 * space and in no lower case. A letter behind a letter shows nothing: the space between them may have been dropped.
 */
export function goesOnDirectly({ text, isJson }: GoneOn['said'], head: string): boolean {
  const isSpaced = /\s$/.test(text.slice(-1));
  if (isJson && isOutsideOfStrings(text)) {
    const [first = ''] = head.trimStart();
    // What begins as the document did may be all of it again.
    return /[{}[\],:"\d-]/.test(first) && !text.trimStart().startsWith(first);
  }
  if (!/\S/.test(head) || scriptOf(text.slice(-SAMPLE)) !== scriptOf(head.slice(0, SAMPLE))) return false;
  if (isSpaced) return /^\p{Ll}/u.test(head);
  if (/^ \S/.test(head) || (/^[,.;:!?)\]}]/.test(head) && /[\p{L}\p{N}]$/u.test(text.slice(-2)))) return true;
  return (isJson || hasOpenFence(text)) && /^\n\s*\S/.test(head);
}

/** Whether a JSON document that was cut ends where white space means nothing. */
function isOutsideOfStrings(json: string): boolean {
  let isOutside = true;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at];
    if (unit === '"') isOutside = !isOutside;
    else if (unit === '\\') at += 1;
  }
  return isOutside;
}

/** Whether a text ends inside of a block of code. */
export function hasOpenFence(text: string): boolean {
  return (text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
}

/** The script that most letters are of, by its place in the list; -1 for a text without letters of these. */
function scriptOf(sample: string): number {
  const counts = SCRIPTS.map((script) => sample.match(script)?.length ?? 0);
  const most = Math.max(...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}
