import { describe, expect, it } from 'vitest';
import { pageHead } from './page-head.ts';
import { pageText, pageTitle } from './page-title.ts';

const matches = [
  {
    id: 'root',
    data: {
      language: 'en-US',
      appTitle: 'Hub',
      appUrl: 'https://hub.example',
      texts: { site: { about: { x: 'All of {{name}}' } } },
    },
  },
];

describe('the head of a public page', () => {
  it('has the same description in each tag, with the full URL', () => {
    const head = pageHead(matches, { title: 'Terms · Hub', description: 'The rules.', path: '/terms' });
    const contentOf = (name: string) =>
      head.flatMap((one) => (Object.values(one).includes(name) ? (one as { content: string }).content : []));
    expect(head).toContainEqual({ title: 'Terms · Hub' });
    expect(head).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://hub.example/terms',
    });
    expect(['description', 'og:description', 'og:url', 'og:image'].flatMap(contentOf)).toEqual([
      'The rules.',
      'The rules.',
      'https://hub.example/terms',
      'https://hub.example/card.png',
    ]);
  });

  it("contains only the title if the installation's facts are unknown", () => {
    expect(pageHead([], { title: 'Hub', description: '', path: '/' })).toEqual([{ title: 'Hub' }]);
  });
});

describe('the text of a page', () => {
  it("may contain the installation's name", () => {
    expect(pageText(matches, 'site:about.x')).toBe('All of Hub');
    expect(pageTitle(matches, 'site:about.x')).toBe('All of Hub · Hub');
    expect([pageText([], 'site:about.x'), pageTitle([], 'site:about.x')]).toEqual(['', 'Parlance']);
  });
});
