/** What a fenced block of code is closed by: at least as many of the same mark. */
export interface Fence {
  mark: '`' | '~';
  length: number;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** One mark of a quote or a list item, with the space after it. */
const CONTAINER = / {0,3}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*/y;

/** The lines of a text without their ends. */
export function linesOf(source: string): string[] {
  return source.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Where the content of a line begins: behind the marks of the quotes and list items that it stands in. */
export function contentStart(line: string): number {
  let at = 0;
  for (;;) {
    CONTAINER.lastIndex = at;
    if (!CONTAINER.test(line)) return at;
    at = CONTAINER.lastIndex;
  }
}

/** The fence that a line opens, however far it is indented; a mark of code in a sentence is none. */
export function fenceOpenedBy(line: string): Fence | null {
  const marks = FENCE.exec(line)?.[1];
  if (marks === undefined) return null;
  const mark = marks[0] === '`' ? '`' : '~';
  if (mark === '`' && line.includes('`', line.indexOf(marks) + marks.length)) return null;
  return { mark, length: marks.length };
}

/** Whether a line closes a fence: nothing but its mark, at least as often. */
export function isClosedBy({ mark, length }: Fence, line: string): boolean {
  const marks = line.trim();
  if (marks.length < length) return false;
  for (const character of marks) if (character !== mark) return false;
  return true;
}

/** How many columns a line is indented; a tab counts as four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4;
    else break;
  }
  return columns;
}
