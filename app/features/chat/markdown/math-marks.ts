/**
 * Code, which stays as it is; then the ways in which models mark formulas. A single dollar begins a formula
 * only where no space follows and none stands before its end, and no digit after it: "$5 and $10" are prices.
 */
const MARKS = new RegExp(
  [
    String.raw`(?<code>^ {0,3}(?<fence>\`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\k<fence>[\`~]*[ \t]*$|(?![\s\S]))|(?<ticks>\`+)(?!\`)[\s\S]*?(?<!\`)\k<ticks>(?!\`)|\$\$[\s\S]*?\$\$)`,
    String.raw`^(?<indent>[ \t]*)\\\[(?<block>[\s\S]+?)\\\][ \t]*$`,
    String.raw`\\\[(?<display>[^\n]+?)\\\]`,
    String.raw`\\\((?<inline>[^\n]+?)\\\)`,
    String.raw`(?<![\\$\w])\$(?![\s$])(?<dollar>(?:\\.|[^$\n\\])*?(?:\\.|[^\s$\\]))\$(?![\w$])`,
  ].join('|'),
  'gm',
);

/** Writes every formula between double dollars, the one mark that the parser is told to know. */
export function normaliseMath(source: string): string {
  if (!/[$\\]/.test(source)) return source;
  return source.replaceAll(MARKS, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.code !== undefined) return whole;
    if (groups.block !== undefined) {
      const indent = groups.indent ?? '';
      return `${indent}$$\n${indent}${groups.block.trim()}\n${indent}$$`;
    }
    return `$$${(groups.display ?? groups.inline ?? groups.dollar ?? '').trim()}$$`;
  });
}
