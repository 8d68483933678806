import { repeated, type Shape } from './shapes.ts';

/** Shapes that may be slow for Markdown and our formula delimiters, beyond the shapes for all. */
export const MARKDOWN_SHAPES: Readonly<Record<string, Shape>> = {
  'quote marks': repeated('>'),
  'spaces before quotes': repeated('   > '),
  'ordered marks': repeated('1. '),
  'carriage returns': repeated('[\r'),
  'line separators': repeated('[\u2028'),
  'brackets on lines': repeated('[\n'),
  'hash marks': repeated('# '),
  'dashes below a line': (size) => `a\n${'-'.repeat(size)}x`,
  'dollars on lines': repeated('$a\n'),
  'escaped dollars': (size) => `$a${'\\$'.repeat(size / 2)}`,
  'double dollars': (size) => `${'$$'.repeat(size / 2 - 1)}$`,
  'double dollars apart': repeated('$$ a\n\n'),
  'opened formulas': repeated('\\('),
  'closed formulas': repeated('\\)'),
  'opened blocks': repeated('\\[\n'),
  'opened blocks and an end': (size) => `${'\\[\n'.repeat(size / 6)}\\]${' '.repeat(size / 2)}x`,
  'backticks apart': repeated('` `` '),
  'a dollar before code': (size) => `$${'` `` ``` '.repeat(size / 9)}`,
  'opened fences': repeated('$```\n~~~\n'),
  'fences in lists': (size) => `$${'- ```\n\n'.repeat(size / 7)}`,
  'a fence and spaces': (size) => `\`\`\`${' '.repeat(size)}x`,
};
