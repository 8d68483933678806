import { AppError } from '#app/contracts/errors.ts';

/** Default maximum number of values in a body: objects, lists, and their elements. */
export const MAX_VALUES = 100_000;

/** Far deeper than any tool schema; code that walks through a body recurses once per level. */
const MAX_LEVELS = 200;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The search parses up to twenty times; with a longer text it would delay other callers. */
const MAX_SEARCHED = 256 * 1024;

/**
 * Refuses JSON that takes far more work than its size suggests, before it is parsed: millions of tiny values
 * take a hundred times as long as an image of the same size, and validation records an error for each.
 * @throws AppError invalid_request
 */
export function assertBounded(bytes: Uint8Array, maxValues = MAX_VALUES): void {
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
    if (values > maxValues)
      throw new AppError('invalid_request', { message: `The body may have at most ${maxValues} values.` });
    if (level > MAX_LEVELS)
      throw new AppError('invalid_request', {
        message: `The body may be nested at most ${MAX_LEVELS} levels deep.`,
      });
  }
}

/**
 * Returns the index of the closing quotation mark of a string that opens at `start`; the length of the bytes
 * if there is none.
 */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return bytes.length;
}

/**
 * Finds the position at which a text stops being valid JSON. The parser of Node 20 does not report the
 * position of an unexpected character, so it is found by bisection: parsing ever closer prefixes of the text.
 * @param error the error that JSON.parse threw
 * @returns an index into the text, its length if the text ends too soon; null for a long text whose position
 * is not reported
 */
export function findJsonError(text: string, error: unknown): number | null {
  const reported = /at position (\d+)/.exec(String(error))?.[1];
  if (reported !== undefined) return Number(reported);
  if (!hasStray(text)) return text.length;
  if (text.length > MAX_SEARCHED) return null;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (hasStray(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return bad - 1;
}

/** False also for a text that merely ends too soon. */
function hasStray(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return String(error).startsWith('SyntaxError: Unexpected token');
  }
}
