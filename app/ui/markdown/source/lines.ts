/** The mark that closes a fenced code block: at least as many of the same character. */
export interface Fence {
  mark: '`' | '~';
  length: number;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** One mark of a quote or a list item, with the space after it. */
const CONTAINER = / {0,3}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*/y;

/** Splits a text into lines without their line ends. */
export function linesOf(source: string): string[] {
  return source.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/**
 * Returns the index where the content of a line begins: after the marks of the quotes and list items around
 * it.
 */
export function contentStart(line: string): number {
  let at = 0;
  for (;;) {
    CONTAINER.lastIndex = at;
    if (!CONTAINER.test(line)) return at;
    at = CONTAINER.lastIndex;
  }
}

/** Returns the fence that a line opens, at any indentation; null for inline code in a sentence. */
export function fenceOpenedBy(line: string): Fence | null {
  const marks = FENCE.exec(line)?.[1];
  if (marks === undefined) return null;
  const mark = marks[0] === '`' ? '`' : '~';
  if (mark === '`' && line.includes('`', line.indexOf(marks) + marks.length)) return null;
  return { mark, length: marks.length };
}

/** Returns whether a line closes a fence: only its mark, at least as often. */
export function isClosedBy({ mark, length }: Fence, line: string): boolean {
  const marks = line.trim();
  if (marks.length < length) return false;
  for (const character of marks) if (character !== mark) return false;
  return true;
}

/** Returns the columns by which a line is indented; a tab counts as four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4;
    else break;
  }
  return columns;
}
