import { describe, expect, it } from 'vitest';
import { nearChapters } from './near-chapters.ts';
import { QUERY_MAX, readQuery, searchSections, type Section } from './search-sections.ts';

function section(slug: string, heading: string | null, words: string): Section {
  return {
    slug,
    chapter: slug,
    heading: heading === null ? null : { id: heading, text: heading },
    words,
    inTitle: slug,
    inHeading: heading?.toLowerCase() ?? '',
    inWords: words.toLowerCase(),
  };
}

const SECTIONS = [
  section(
    'limits',
    null,
    `${'Before it stands a lot. '.repeat(20)}A Stream ends. ${'And after. '.repeat(20)}`,
  ),
  section('streaming', 'Stream of words', 'What comes in a stream.'),
  section('prices', 'Receipts', 'Nothing of the kind.'),
];

const slugs = (query: string) => searchSections(SECTIONS, query).map(({ slug }) => slug);

describe('searchSections', () => {
  it('finds the passages that have every word, those with a heading of it first', () => {
    expect(slugs('stream')).toEqual(['streaming', 'limits']);
    expect(slugs('STREAM after')).toEqual(['limits']);
    expect(slugs('stream nowhere')).toEqual([]);
    expect(slugs('  ')).toEqual([]);
  });

  it('shows what stands around the first word, and marks each', () => {
    const [found] = searchSections(SECTIONS, 'stream ends').filter(({ slug }) => slug === 'limits');
    const { passage } = found!;
    expect(passage.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Stream', 'ends']);
    const whole = passage.map(({ text }) => text).join('');
    expect(whole).toMatch(/^… \w/);
    expect(whole).toMatch(/\w\.? …$/);
    expect(whole.length).toBeLessThan(300);
  });

  it('looks at no more than 8 words and 100 letters', () => {
    expect(readQuery('a b c d e f g h i j a')).toHaveLength(8);
    expect(readQuery('x'.repeat(1000))).toEqual(['x'.repeat(QUERY_MAX)]);
  });

  it('takes what is no word of a language as it stands', () => {
    expect(searchSections(SECTIONS, '( [ \\ $ .* stream')).toEqual([]);
  });
});

describe('nearChapters', () => {
  const chapters = ['streaming', 'structured-output', 'errors', 'from-openai', 'from-openrouter'].map(
    (slug) => ({
      slug,
    }),
  );
  const near = (asked: string) => nearChapters(chapters, asked).map(({ slug }) => slug);

  it('finds what was misspelt, a part of a name, and nothing for what is like none', () => {
    expect(near('streeming')).toEqual(['streaming']);
    expect(near('error')).toEqual(['errors']);
    expect(near('openai')).toContain('from-openai');
    expect(near('qqqqqqqqqq')).toEqual([]);
  });
});
