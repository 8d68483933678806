/**
 * A table as lines of text, each column as wide as its widest cell.
 * @param {string[][]} rows the first names the columns
 * @returns {string[]}
 */
export function alignColumns(rows) {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}
