import { describe, expect, it } from 'vitest';
import { TEST_LABELS as labels } from '../test-labels.ts';
import { renderStored } from './render-stored.server.tsx';

const html = async (text: string) => (await renderStored(text, labels, 'm1')).html;

describe('a stored text', () => {
  it('gives each paragraph its own direction', async () => {
    expect(await html('Hello\n\nمرحبا')).toBe('<p dir="auto">Hello</p>\n<p dir="auto">مرحبا</p>');
  });

  it('highlights code, names its language and keeps it left-to-right', async () => {
    const code = await html('```ts\nconst a = 1;\n```');
    expect(code).toContain('<figure class="code-block" dir="ltr"><figcaption><span>ts</span>');
    expect(code).toContain('<span class="hljs-keyword">const</span>');
    expect(code).toContain('data-copy-code');
  });

  it.each(['$x^2$', '$$x^2$$', '\\(x^2\\)', '\\[x^2\\]', '$$\nx^2\n$$', 'so \\[x^2\\] here'])(
    'renders %j as a formula',
    async (text) => {
      expect(await html(text)).toContain('<math');
    },
  );

  it.each(['It costs $5 and $10.', 'from $5-$10', '`$x$`', '```\n$x$\n```', '\\$x$'])(
    'finds no formula in %j',
    async (text) => {
      expect(await html(text)).not.toContain('<math');
    },
  );

  it('shows the destination of a link unless its text contains it', async () => {
    expect(await html('[our bank](https://evil.example/x)')).toContain(
      'our bank<span class="link-host" dir="ltr">evil.example</span></a>',
    );
    expect(await html('https://example.com/a')).not.toContain('link-host');
    expect(await html('[a](https://example.com)')).toContain('rel="noopener noreferrer nofollow"');
  });

  it('replaces an image by a link that names the host', async () => {
    const picture = await html('![a cat](https://pictures.example/cat.png?q=secret)');
    expect(picture).not.toContain('<img');
    expect(picture).toContain('Open image from pictures.example');
    expect(picture).toContain('a cat');
  });

  it('renders raw HTML as text', async () => {
    expect(await html('<script>alert(1)</script><b onclick=x>hi</b>')).not.toMatch(/<script|<b /);
  });

  it('keeps the footnotes of two messages apart', async () => {
    const note = await html('A[^1]\n\n[^1]: B');
    expect(note).toContain('href="#m1-fn-1"');
    expect(note).toContain('id="m1-fn-1"');
  });

  it('puts tables into a scrollable box', async () => {
    const table = await html('| a | b |\n|--|--:|\n| 1 | 2 |');
    expect(table).toContain(
      '<div class="table-scroll" dir="ltr" aria-label="Table" role="region" tabindex="0"><table>',
    );
    expect(table).toContain('data-align="right"');
  });

  it('renders an empty table corner as a cell, not as a header', async () => {
    const table = await html('| | b |\n|--|--|\n| 1 | 2 |');
    expect(table).toContain('<tr><td></td><th>b</th></tr>');
  });
});
