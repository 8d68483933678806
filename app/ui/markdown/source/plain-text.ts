import { escapeHtml } from '#app/ui/html/escape-html.ts';
import { contentStart, indentOf, linesOf } from './lines.ts';

/**
 * Limits that an ordinary text stays far below, for shapes that take the parser more time than their length
 * suggests.
 */
const MAX_MARKS = {
  /** Letters of quote and list marks before the text of a line, and columns before such a mark. */
  nesting: 60,
  /** Each bracket may close any bracket that was opened before it. */
  brackets: 1000,
  /** Marks of emphasis are matched with each other. */
  emphasis: 3000,
  backticks: 2000,
  dollars: 400,
  /** Rows of a table are filled up to the width of its header. */
  cells: 4000,
};

const MARKS = new Set('[](*_~`$');

/** Returns a text as HTML without formatting; the style sheet keeps line breaks. Linear. */
export function plainText(text: string): string {
  return `<p dir="auto" class="plain-text">${escapeHtml(text)}</p>`;
}

/** Returns the note that a text is not formatted, shown once above all of it. */
export function plainNote(note: string): string {
  return `<p class="plain-note">${escapeHtml(note)}</p>`;
}

/**
 * Returns whether a text has a shape that may take long to parse or to display. It counts marks: linear, and
 * true for some texts that would do no harm.
 */
export function hasRiskyShape(source: string): boolean {
  const count: Record<string, number> = {};
  let columns = 0;
  let rows = 0;
  for (const line of linesOf(source)) {
    const marks = contentStart(line.trimStart());
    if (marks > MAX_MARKS.nesting || (marks > 0 && indentOf(line) > MAX_MARKS.nesting)) return true;
    let pipes = 0;
    for (const character of line) {
      if (character === '|') pipes += 1;
      else if (MARKS.has(character)) count[character] = (count[character] ?? 0) + 1;
    }
    columns = Math.max(columns, pipes);
    rows += pipes > 0 ? 1 : 0;
  }
  const of = (...marks: string[]) => marks.reduce((sum, mark) => sum + (count[mark] ?? 0), 0);
  return (
    of('[', ']', '(') > MAX_MARKS.brackets ||
    of('*', '_', '~') > MAX_MARKS.emphasis ||
    of('`') > MAX_MARKS.backticks ||
    of('$') > MAX_MARKS.dollars ||
    columns * rows > MAX_MARKS.cells
  );
}
