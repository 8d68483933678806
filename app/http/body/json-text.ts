import { AppError } from '#app/contracts/errors.ts';

/** Values that a body may have where its route says nothing else: objects, lists, and what stands in them. */
export const MOST_VALUES = 100_000;

/** Far deeper than any schema of a tool is; what walks through a body calls itself for each level. */
const MOST_LEVELS = 200;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The search parses up to twenty times; a longer text would take the time of other callers. */
const MOST_SEARCHED = 256 * 1024;

/**
 * Refuses JSON that is far more work than its bytes let one expect, before it is parsed: millions of tiny values take a
 * hundred times as long as a picture of the same size, and what checks them notes what is wrong with each.
 * @throws AppError invalid_request
 */
export function assertBounded(bytes: Uint8Array, mostValues = MOST_VALUES): void {
  let values = 0;
  let level = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      level += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1;
    if (values > mostValues)
      throw new AppError('invalid_request', { message: `The body may have at most ${mostValues} values.` });
    if (level > MOST_LEVELS)
      throw new AppError('invalid_request', {
        message: `The body may be nested at most ${MOST_LEVELS} levels deep.`,
      });
  }
}

/** Where the text ends whose quotation mark stands at `start`; the end of the bytes where it does not. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return bytes.length;
}

/**
 * Where a text stops being JSON. The parser of Node 20 does not say it of a character that stands where none of its
 * kind may stand, and that one is found by parsing ever closer beginnings of the text.
 * @param error what JSON.parse threw
 * @returns an index into the text, its length where the rest is missing; null for a long text whose place is not told
 */
export function findJsonError(text: string, error: unknown): number | null {
  const told = /at position (\d+)/.exec(String(error))?.[1];
  if (told !== undefined) return Number(told);
  if (!hasStray(text)) return text.length;
  if (text.length > MOST_SEARCHED) return null;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (hasStray(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return bad - 1;
}

/** False also where the text merely ends too soon. */
function hasStray(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return String(error).startsWith('SyntaxError: Unexpected token');
  }
}
