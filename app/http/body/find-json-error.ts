/** The search parses up to twenty times; a longer text would take the time of other callers. */
const MOST_SEARCHED = 256 * 1024;

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
