import { describe, expect, it } from 'vitest';
import { growthOf } from '#tests/setup/growth-of.ts';
import { createBlockSplitter } from './blocks/block-splitter.ts';
import { growingBlocks } from './blocks/growing-blocks.ts';
import { splitBlocks } from './blocks/split-blocks.ts';
import { destinationOf, safeUrl } from './elements/safe-url.ts';
import { normaliseMath } from './source/math-marks.ts';
import { plainText } from './source/plain-text.ts';
import { hasRiskyShape } from './source/risky-shape.ts';
import { openAfter } from './tree/headings.ts';
import { needsOf } from './tree/plugins.ts';
import { typedParts } from './typed/typed-parts.ts';

/** What once held a process, or might: each a text of a size. */
const SHAPES: Record<string, (size: number) => string> = {
  'list marks on a line': (size) => '- '.repeat(size / 2),
  'list marks without space': (size) => '-'.repeat(size),
  'ordered marks': (size) => '1. '.repeat(size / 3),
  'quote marks': (size) => '>'.repeat(size),
  'spaces before quotes': (size) => '   > '.repeat(size / 5),
  spaces: (size) => ' '.repeat(size),
  'blank lines': (size) => '\n'.repeat(size),
  'blank lines with spaces': (size) => ' \n'.repeat(size / 2),
  'carriage returns': (size) => '[\r'.repeat(size / 2),
  'line separators': (size) => '[\u2028'.repeat(size / 2),
  'open brackets': (size) => '['.repeat(size),
  'brackets on lines': (size) => '[\n'.repeat(size / 2),
  'hash marks': (size) => '# '.repeat(size / 2),
  'lines over lines': (size) => 'a\n='.repeat(size / 3),
  dashes: (size) => 'a\n' + '-'.repeat(size) + 'x',
  'lone dollars': (size) => '$ '.repeat(size / 2),
  'dollars before letters': (size) => '$a '.repeat(size / 3),
  'dollars on lines': (size) => '$a\n'.repeat(size / 3),
  'escaped dollars': (size) => '$a' + '\\$'.repeat(size / 2),
  'double dollars': (size) => '$$'.repeat(size / 2 - 1) + '$',
  'double dollars apart': (size) => '$$ a\n\n'.repeat(size / 6),
  'opened formulas': (size) => '\\('.repeat(size / 2),
  'opened blocks': (size) => '\\[\n'.repeat(size / 3),
  'opened blocks and an end': (size) => '\\[\n'.repeat(size / 6) + '\\]' + ' '.repeat(size / 2) + 'x',
  'closed formulas': (size) => '\\)'.repeat(size / 2),
  backslashes: (size) => '\\'.repeat(size),
  backticks: (size) => '`'.repeat(size),
  'backticks apart': (size) => '` `` '.repeat(size / 5),
  'backticks of all lengths': (size) => {
    let text = '';
    for (let length = 1; text.length < size; length += 1) text += `${'`'.repeat(length)} `;
    return `$${text}`;
  },
  'opened fences': (size) => '$```\n~~~\n'.repeat(size / 9),
  'fences in lists': (size) => `$${'- ```\n\n'.repeat(size / 7)}`,
  'fences and spaces': (size) => `\`\`\`${' '.repeat(size)}x`,
};

const grow = (piece: number) => (text: string) => {
  const splitter = createBlockSplitter();
  for (let at = 0; at < text.length; at += piece) splitter.push(text.slice(at, at + piece));
  return splitter.open().length;
};

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  openAfter: (text) => openAfter(text, ''),
  normaliseMath,
  needsOf: (text) => needsOf(`${text}\n\`\`\``),
  splitBlocks,
  'createBlockSplitter, in pieces': grow(7),
  growingBlocks: (text) => growingBlocks()(text),
  hasRiskyShape,
  typedParts,
  plainText,
  safeUrl: (text) => [`https://${text}.example`, `https://example.com/${text}`, text].map(safeUrl),
  destinationOf: (text) => {
    const url = safeUrl(`https://example.com/${text}`);
    return url && destinationOf(url);
  },
};

describe.each(Object.entries(FUNCTIONS))('%s', (name, run) => {
  it.each(Object.entries(SHAPES))('is linear over %s', (shape, make) => {
    expect(growthOf(`${name}, ${shape}`, 4000, (size) => run(make(size))).excess).toBeLessThan(4);
  });
});
