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

const MARKS = new Set('[](*_~`$');
