import { describe, expect, it } from 'vitest';
import { normaliseMath } from './math-marks.ts';

const FORMULAS: [source: string, expected: string][] = [
  ['$x^2$', '$$x^2$$'],
  ['so $x$, and $y$.', 'so $$x$$, and $$y$$.'],
  ['$a \\$ b$', '$$a \\$ b$$'],
  ['\\(x\\)', '$$x$$'],
  ['so \\[ x^2 \\] here', 'so $$x^2$$ here'],
  ['\\[x\\]', '$$\nx\n$$'],
  ['$$x$$', '$$\nx\n$$'],
  ['so\n  $$ x^2 $$ \nand', 'so\n  $$\n  x^2\n  $$ \nand'],
  ['  \\[\n  x\n  \\]', '  $$\n  x\n  $$'],
  ['a\n\\[\nx\n\\]\nb', 'a\n$$\nx\n$$\nb'],
  ['`a` $x$', '`a` $$x$$'],
  ['```\n$a$\n```\n$x$', '```\n$a$\n```\n$$x$$'],
  ['an open ` tick\n\nand $x$ `too', 'an open ` tick\n\nand $$x$$ `too'],
];

const OTHERS = [
  '',
  'no mark at all',
  'It costs $5 and $10.',
  'from $5-$10',
  'a$b$c',
  '$ x $',
  '$x $',
  '$x$y',
  '\\$x$',
  '$x',
  '$a\nb$',
  'so $$x$$',
  '$$x$$ so',
  '$$x$$ and $$y$$',
  '$$$$',
  '$$$$ x $$',
  '$$x',
  '$$\nx $y$\n\nz\n$$',
  '`$x$`',
  '``a ` $x$``',
  '```\n$x$\n```',
  '~~~\n$x$\n',
  '- ```\n  $x$\n\n  $y$\n  ```',
  '> ```\n> $x$\n> ```',
  '\\(x\n\\)',
  '\\[x',
  '\\(\\)',
];

describe('normaliseMath', () => {
  it.each(FORMULAS)('writes %j as %j', (source, expected) => {
    expect(normaliseMath(source)).toBe(expected);
  });

  it.each(OTHERS)('leaves %j unchanged', (source) => {
    expect(normaliseMath(source)).toBe(source);
  });
});
