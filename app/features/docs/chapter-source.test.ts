import { describe, expect, it } from 'vitest';
import {
  createAnchors,
  linkDefinitions,
  pageHref,
  plainText,
  readFrontMatter,
  splitBlocks,
} from './chapter-source.ts';

const FENCE = '```';

describe('splitBlocks', () => {
  it('splits a chapter at headings and fences, and joins samples of the same call', () => {
    const markdown = [
      'Words.',
      '## A `b` c',
      `${FENCE}python needs=openai`,
      '# no heading',
      FENCE,
      '',
      `${FENCE}javascript`,
      'x',
      FENCE,
      `${FENCE}json schema=Error`,
      '{}',
      FENCE,
      '### A `b` c',
      'More.',
    ].join('\n');
    expect(splitBlocks(markdown)).toEqual([
      { kind: 'text', text: 'Words.' },
      { kind: 'heading', level: 2, id: 'a-b-c', text: 'A `b` c' },
      {
        kind: 'code',
        samples: [
          { language: 'python', notes: 'needs=openai', code: '# no heading' },
          { language: 'javascript', notes: '', code: 'x' },
        ],
      },
      { kind: 'code', samples: [{ language: 'json', notes: 'schema=Error', code: '{}' }] },
      { kind: 'heading', level: 3, id: 'a-b-c-1', text: 'A `b` c' },
      { kind: 'text', text: 'More.' },
    ]);
  });

  it('starts a new block after text between samples, and for a second sample of a language', () => {
    const sample = `${FENCE}python\nx\n${FENCE}\n`;
    expect(splitBlocks(`${sample}Words.\n${sample}${sample}`).map(({ kind }) => kind)).toEqual([
      'code',
      'text',
      'code',
      'code',
    ]);
  });

  it('throws for a fence that is not closed', () => {
    expect(() => splitBlocks(`${FENCE}python\nx`)).toThrow('not closed');
  });
});

describe('the sources of chapters', () => {
  it('names headings as source code hosts do, each once', () => {
    const anchorOf = createAnchors();
    expect(['Who serves a model', '3. Or use OpenAI’s `x_y`', 'x', 'x'].map(anchorOf)).toEqual([
      'who-serves-a-model',
      '3-or-use-openais-x_y',
      'x',
      'x-1',
    ]);
  });

  it('reads title and description, and throws for a file without them', () => {
    const file = '---\ntitle: A: b\ndescription: C.\n---\nD\n';
    expect(readFrontMatter(file)).toEqual({ title: 'A: b', description: 'C.', body: 'D' });
    expect(() => readFrontMatter('# A\n')).toThrow('title');
  });

  it('defines the names of links, skips brackets in code, and throws for an unknown name', () => {
    const body = `[a][keys], [b][reference], [c][error-conflict], \`x["y"][0]\`\n${FENCE}python\nx["y"][0]\n${FENCE}`;
    expect(linkDefinitions(body, 'https://hub.example', ['reference'])).toBe(
      '[keys]: https://hub.example/keys\n[reference]: reference.md\n[error-conflict]: errors.md#conflict',
    );
    expect(() => linkDefinitions('[a][gone]', 'https://hub.example', [])).toThrow('gone');
  });

  it('turns links to files into links to pages', () => {
    const origin = 'https://hub.example';
    expect(
      ['errors.md#conflict', 'errors.md', `${origin}/keys`, '#here', 'https://other.example/x.md'].map(
        (href) => pageHref(href, origin),
      ),
    ).toEqual(['/docs/errors#conflict', '/docs/errors', '/keys', '#here', 'https://other.example/x.md']);
  });

  it('removes the markup of Markdown', () => {
    expect(plainText('A **b** [c](d.md) and [e][f]\n\n| `x` | y |\n|---|---|\n| 1 | 2 |\n- z')).toBe(
      'A b c and e x y 1 2 z',
    );
  });
});
