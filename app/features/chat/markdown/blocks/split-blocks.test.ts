import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { IS_FULL, seedFrom } from '#tests/setup/suite.ts';
import { createBlockSplitter } from './block-splitter.ts';
import { splitBlocks } from './split-blocks.ts';

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

/** A seeded generator, so that a failure can be repeated. */
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
  it('loses nothing and renders the same as the whole, for generated texts', () => {
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

  it('keeps a text whole whose definitions reach across it', () => {
    const source = 'See [it][1].\n\nMore.\n\n[1]: https://example.com';
    expect(splitBlocks(source)).toEqual([source]);
  });

  it('leaves finished blocks as they are while the text grows', () => {
    const source = PIECES.slice(0, 4).join('\n\n');
    const all = splitBlocks(source);
    for (let length = 1; length < source.length; length += 1) {
      const blocks = splitBlocks(source.slice(0, length));
      expect(all.slice(0, blocks.length - 1)).toEqual(blocks.slice(0, -1));
    }
  });
});

describe('createBlockSplitter', () => {
  it('gives the same blocks however the source is cut into pieces', () => {
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

  it('sees a definition, though not in code', () => {
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
