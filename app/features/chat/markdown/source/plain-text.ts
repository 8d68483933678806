import { escapeHtml } from '#app/ui/html/escape-html.ts';
import { contentStart, indentOf, linesOf } from './lines.ts';

/** What an ordinary text stays far under, and what the parser needs more than its length in time for. */
const MOST = {
  /** Letters of the marks of quotes and lists before the words of a line, and columns before such a mark. */
  nesting: 60,
  /** Each bracket may close any that was opened before it. */
  brackets: 1000,
  /** Marks of emphasis are matched with each other. */
  emphasis: 3000,
  backticks: 2000,
  dollars: 400,
  /** Rows of a table are filled up to the width of its head. */
  cells: 4000,
};

const MARKS = new Set('[](*_~`$');

/** A text without its formatting, line breaks kept by the style sheet. Linear. */
export function plainText(text: string): string {
  return `<p dir="auto" class="plain-text">${escapeHtml(text)}</p>`;
}

/** The words that say so, once above all of it. */
export function plainNote(note: string): string {
  return `<p class="plain-note">${escapeHtml(note)}</p>`;
}

/**
 * Whether a text has a shape that may take the parser, or the page that shows it, long. A count of marks: linear, and
 * says yes to some texts that would do no harm.
 */
export function hasRiskyShape(source: string): boolean {
  const count: Record<string, number> = {};
  let columns = 0;
  let rows = 0;
  for (const line of linesOf(source)) {
    const marks = contentStart(line.trimStart());
    if (marks > MOST.nesting || (marks > 0 && indentOf(line) > MOST.nesting)) return true;
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
    of('[', ']', '(') > MOST.brackets ||
    of('*', '_', '~') > MOST.emphasis ||
    of('`') > MOST.backticks ||
    of('$') > MOST.dollars ||
    columns * rows > MOST.cells
  );
}
