import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { typedParts, TypedText } from './TypedText.tsx';

const words = (text: string) => ({ kind: 'words', text });
const link = (text: string, href = text) => ({ kind: 'link', text, href });

describe('typed text', () => {
  it.each([
    'It costs $5, or $x$.',
    '**not bold** and `ticks`',
    '# no heading',
    '- a\n- b',
    '<b>x</b>',
    'a\n\n\nb  ',
  ])('keeps %j unchanged', (text) => {
    expect(typedParts(text)).toEqual([words(text)]);
  });

  it('links addresses without the punctuation that ends the sentence', () => {
    expect(typedParts('see https://example.com/a?b=c, or (https://example.com/d).')).toEqual([
      words('see '),
      link('https://example.com/a?b=c'),
      words(', or ('),
      link('https://example.com/d'),
      words(').'),
    ]);
    expect(typedParts('https://example.com/a_(b)')).toEqual([link('https://example.com/a_(b)')]);
  });

  it.each([
    'javascript:alert(1)',
    'http://',
    'ftp://example.com/a',
    `https://example.com/${'a'.repeat(5000)}`,
  ])('links nothing in %j', (text) => {
    expect(typedParts(text)).toEqual([words(text)]);
  });

  it('puts fenced code into blocks', () => {
    expect(typedParts('Why?\n```ts\nconst a = 1;\n\n```\nTell me')).toEqual([
      words('Why?'),
      { kind: 'code', language: 'ts', text: 'const a = 1;\n\n' },
      words('Tell me'),
    ]);
    expect(typedParts('~~~\nhttps://example.com')).toEqual([
      { kind: 'code', language: '', text: 'https://example.com\n' },
    ]);
  });

  it('has a bounded number of parts and loses no text', () => {
    const text = 'https://example.com/a '.repeat(5000);
    const parts = typedParts(text);
    expect(parts.length).toBeLessThan(400);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it('escapes HTML', () => {
    const html = renderToStaticMarkup(
      createElement(TypedText, {
        text: '<img src=x onerror=alert(1)> $5\n```"><b>\n</code>\n```\nhttps://a.example/"x',
      }),
    );
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; $5');
    expect(html).toContain(
      '<a href="https://a.example/" target="_blank" rel="noopener noreferrer nofollow">',
    );
  });
});
