import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { IS_FULL, seedFrom } from '#tests/setup/suite.ts';
import { createBlockSplitter, growingBlocks, splitBlocks } from './blocks.ts';
import { hasRiskyShape } from './source/plain-text.ts';

const PIECES = [
  'A paragraph\nof two lines.',
  '# A heading',
  '- one\n- two',
  '- loose\n\n- list',
  '1. first\n\n   more of it\n\n2. second',
  '- item\n\n  ```js\n  a\n\n  b\n  ```',
  '```js\nconst a = 1;\n\n\nconst b = 2;\n```',
  '~~~~\n~~~\n\nstill code\n~~~~',
  '> quoted\n\n> quoted too',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '    indented code\n\n    and more',
  '---',
  '<div>\n\nraw\n\n</div>',
  '$$\nx\n\ny\n$$',
  'Text with `code` and **bold**.',
  '```\nnever closed\n\nto the end',
];

const TEXTS = IS_FULL ? 500 : 100;

const PARAGRAPH = `${'Some words of a sentence, '.repeat(12)}\n\n`;

const texts = (text: string, blocksOf = growingBlocks()) => blocksOf(text).blocks.map((block) => block.text);

describe('growing blocks', () => {
  it('join to the text, and finished blocks stay identical', () => {
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

  it('start over with a different text', () => {
    const blocksOf = growingBlocks();
    blocksOf(`${PARAGRAPH}${PARAGRAPH}one`);
    expect(texts('another', blocksOf)).toEqual(['another']);
  });

  it('form one block while definitions refer across a short text', () => {
    const source = `See [it][1].\n\n${PARAGRAPH}[1]: https://example.com\n\n`;
    expect(texts(source)).toEqual([source]);
    expect(texts(PARAGRAPH.repeat(40) + source).length).toBeGreaterThan(30);
  });

  it('leave a block that might freeze a tab unformatted, and format the rest', () => {
    const { blocks } = growingBlocks()(`${PARAGRAPH}a ${'['.repeat(1500)}\n\n${PARAGRAPH}`);
    expect(blocks.map(({ source }) => source === null)).toEqual([false, true, false]);
    expect(growingBlocks()('word '.repeat(10_000)).blocks[0]?.source).toBeNull();
  });

  it('process each piece once', () => {
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

describe('hasRiskyShape', () => {
  it.each([
    ['quotes', '> '.repeat(200)],
    ['list marks', '- '.repeat(200)],
    ['lists in lists', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['brackets', '['.repeat(2000)],
    ['emphasis', '*a_b '.repeat(3000)],
    ['dollars', '$ '.repeat(500)],
    ['a table of many cells', `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|\n'.repeat(100)}`],
  ])('detects %s', (_name, source) => {
    expect(hasRiskyShape(source)).toBe(true);
  });

  it.each([
    ['a long text', PARAGRAPH.repeat(100)],
    ['a nested list', '- a\n  - b\n    - c\n      1. d\n'],
    ['a table', `| a | b | c |\n|---|---|---|\n${'| 1 | 2 | 3 |\n'.repeat(100)}`],
    ['code', `\`\`\`ts\n${'    const a = { b: [1, 2] };\n'.repeat(100)}\`\`\`\n`],
    ['formulas', 'Let $x^2 + y^2$ be [it](https://example.com).\n\n'.repeat(100)],
  ])('accepts %s', (_name, source) => {
    expect(hasRiskyShape(source)).toBe(false);
  });
});

/** Seeded generator, so that a failure can be reproduced. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const render = (source: string) =>
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, source)).replaceAll(
    '\n',
    '',
  );

describe('splitBlocks', () => {
  it('loses nothing and renders generated texts the same as the whole', () => {
    const seed = seedFrom('FUZZ_SEED');
    const next = generator(seed);
    for (let round = 0; round < TEXTS; round += 1) {
      const count = 1 + Math.floor(next() * 6);
      const source = Array.from({ length: count }, () => PIECES[Math.floor(next() * PIECES.length)]).join(
        '\n\n',
      );
      const blocks = splitBlocks(source);
      expect(blocks.join('')).toBe(source);
      expect({ seed, source, html: blocks.map(render).join('') }).toEqual({
        seed,
        source,
        html: render(source),
      });
    }
  });

  it('keeps a text with definitions in one block', () => {
    const source = 'See [it][1].\n\nMore.\n\n[1]: https://example.com';
    expect(splitBlocks(source)).toEqual([source]);
  });

  it('leaves finished blocks unchanged while the text grows', () => {
    const source = PIECES.slice(0, 4).join('\n\n');
    const all = splitBlocks(source);
    for (let length = 1; length < source.length; length += 1) {
      const blocks = splitBlocks(source.slice(0, length));
      expect(all.slice(0, blocks.length - 1)).toEqual(blocks.slice(0, -1));
    }
  });
});

describe('createBlockSplitter', () => {
  it('returns the same blocks however the source is cut into pieces', () => {
    const source = PIECES.join('\n\n');
    const whole = splitBlocks(source);
    for (const length of [1, 2, 3, 7, 50]) {
      const splitter = createBlockSplitter();
      const blocks: string[] = [];
      for (let at = 0; at < source.length; at += length)
        blocks.push(...splitter.push(source.slice(at, at + length)));
      expect([...blocks, splitter.open()]).toEqual(whole);
    }
  });

  it('detects a definition, but not inside code', () => {
    const seen = (source: string) => {
      const splitter = createBlockSplitter();
      splitter.push(source);
      return splitter.hasDefinition();
    };
    expect(seen('a\n\n[1]: https://example.com\n\nb')).toBe(true);
    expect(seen('a\n\n[^note]: text')).toBe(true);
    expect(seen('a\n\n[a]: ')).toBe(true);
    expect(seen('see [1]: here')).toBe(false);
    expect(seen('```\n[1]: https://example.com\n```')).toBe(false);
  });
});
