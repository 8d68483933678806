import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { splitBlocks } from '#app/ui/markdown/blocks.ts';
import { Markdown } from '../Markdown.tsx';
import { TEST_LABELS as labels } from '../test-labels.ts';
import { openAfter } from './headings.ts';
import { NO_PLUGINS } from './plugins.ts';

const render = (source: string, open = '') =>
  renderToStaticMarkup(createElement(Markdown, { source, open, labels, plugins: NO_PLUGINS, idPrefix: 'm' }));

/** Returns the levels of the headings of a text in order, such as `h3 h4`. */
const levels = (html: string) => [...html.matchAll(/<(h\d)/g)].map(([, tag]) => tag).join(' ');

/** Renders the text block by block, as while it grows. */
function grown(source: string): string {
  let open = '';
  return splitBlocks(source)
    .map((block) => {
      const html = render(block, open);
      open = openAfter(block, open);
      return html;
    })
    .join('\n');
}

const TEXTS: [source: string, expected: string][] = [
  ['### A', 'h3'],
  ['# A\n\n## B\n\n### C', 'h3 h4 h5'],
  ['# A\n\n#### B', 'h3 h4'],
  ['### A\n\n### B\n\n##### C\n\n## D', 'h3 h3 h4 h3'],
  ['# A\n\n## B\n\n### C\n\n#### D\n\n##### E\n\n###### F', 'h3 h4 h5 h6 h6 h6'],
  ['A\n===\n\nB\n---\n\n### C', 'h3 h4 h5'],
  ['## A\n\n```sh\n# no heading\n```\n\n### B', 'h3 h4'],
  ['## A\n\n> #### quoted\n\n###### B', 'h3 h4 h5'],
  ['# A\n\n- ## listed\n\n### B', 'h3 h4 h5'],
  ['# A\n\n#hashtag\n\n## B', 'h3 h4'],
  ['# A\n\n1. > ### listed\n\n## B', 'h3 h4 h4'],
  ['# A\n\n---\n\nB\nC\n---\n\n### D', 'h3 h4 h5'],
  [`# A\n\n${'- '.repeat(40)}`, 'h3'],
  ['#### A[^1]\n\n[^1]: note', 'h3 h3'],
];

describe('headings', () => {
  it.each(TEXTS)('of %j have the levels %s, whole and growing', (source, expected) => {
    expect(levels(render(source))).toBe(expected);
    expect(levels(grown(source))).toBe(expected);
  });

  it('keep the depth of their source', () => {
    expect(render('### A')).toContain('<h3 dir="auto" data-depth="3">A</h3>');
  });
});
