import { describe, expect, it } from 'vitest';
import { hasRiskyShape } from '../source/risky-shape.ts';
import { growingBlocks } from './growing-blocks.ts';

const PARAGRAPH = `${'Some words of a sentence, '.repeat(12)}\n\n`;
const texts = (text: string, blocksOf = growingBlocks()) => blocksOf(text).blocks.map((block) => block.text);

describe('the blocks of a growing text', () => {
  it('are the text, and finished ones stay the same', () => {
    const source = `# A\n\n${PARAGRAPH}- b\n\n${PARAGRAPH}## C\n\n${PARAGRAPH}the end $x$`;
    const blocksOf = growingBlocks();
    let before = blocksOf('').blocks;
    for (let length = 1; length <= source.length; length += 3) {
      const { blocks } = blocksOf(source.slice(0, length));
      expect(blocks.map(({ text }) => text).join('')).toBe(source.slice(0, length));
      for (const [index, block] of before.slice(0, -1).entries()) expect(blocks[index]).toBe(block);
      before = blocks;
    }
    expect(before.length).toBeGreaterThan(2);
    expect(blocksOf(source).blocks.at(-1)?.open).toBe('12');
    expect(blocksOf(source).math).toBe(true);
    expect(texts(source)).toEqual(texts(source, blocksOf));
  });

  it('begin again with another text', () => {
    const blocksOf = growingBlocks();
    blocksOf(`${PARAGRAPH}${PARAGRAPH}one`);
    expect(texts('another', blocksOf)).toEqual(['another']);
  });

  it('are one while definitions reach across a short text', () => {
    const source = `See [it][1].\n\n${PARAGRAPH}[1]: https://example.com\n\n`;
    expect(texts(source)).toEqual([source]);
    expect(texts(PARAGRAPH.repeat(40) + source).length).toBeGreaterThan(30);
  });

  it('leave what might hold a tab unformatted, and format the rest', () => {
    const { blocks } = growingBlocks()(`${PARAGRAPH}a ${'['.repeat(1500)}\n\n${PARAGRAPH}`);
    expect(blocks.map(({ source }) => source === null)).toEqual([false, true, false]);
    expect(growingBlocks()('word '.repeat(10_000)).blocks[0]?.source).toBeNull();
  });

  it('look at each piece once', () => {
    const looked = { letters: 0 };
    const blocksOf = growingBlocks();
    let text = '';
    for (let piece = 0; piece < 400; piece += 1) {
      text += PARAGRAPH;
      const { blocks } = blocksOf(text);
      looked.letters += blocks.at(-1)?.text.length ?? 0;
    }
    expect(looked.letters).toBeLessThan(4 * text.length);
  });
});

describe('a risky shape', () => {
  it.each([
    ['quotes', '> '.repeat(200)],
    ['list marks', '- '.repeat(200)],
    ['lists in lists', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['brackets', '['.repeat(2000)],
    ['emphasis', '*a_b '.repeat(3000)],
    ['dollars', '$ '.repeat(500)],
    ['a table of many cells', `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|\n'.repeat(100)}`],
  ])('is seen in %s', (_name, source) => {
    expect(hasRiskyShape(source)).toBe(true);
  });

  it.each([
    ['a long text', PARAGRAPH.repeat(100)],
    ['a nested list', '- a\n  - b\n    - c\n      1. d\n'],
    ['a table', `| a | b | c |\n|---|---|---|\n${'| 1 | 2 | 3 |\n'.repeat(100)}`],
    ['code', `\`\`\`ts\n${'    const a = { b: [1, 2] };\n'.repeat(100)}\`\`\`\n`],
    ['formulas', 'Let $x^2 + y^2$ be [it](https://example.com).\n\n'.repeat(100)],
  ])('is not seen in %s', (_name, source) => {
    expect(hasRiskyShape(source)).toBe(false);
  });
});
