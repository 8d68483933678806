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
  it('finds the sections that have every word, and ranks matches in headings first', () => {
    expect(slugs('stream')).toEqual(['streaming', 'limits']);
    expect(slugs('STREAM after')).toEqual(['limits']);
    expect(slugs('stream nowhere')).toEqual([]);
    expect(slugs('  ')).toEqual([]);
  });

  it('shows the text around the first match, and marks all matches', () => {
    const [found] = searchSections(SECTIONS, 'stream ends').filter(({ slug }) => slug === 'limits');
    const { passage } = found!;
    expect(passage.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Stream', 'ends']);
    const whole = passage.map(({ text }) => text).join('');
    expect(whole).toMatch(/^… \w/);
    expect(whole).toMatch(/\w\.? …$/);
    expect(whole.length).toBeLessThan(300);
  });

  it('reads no more than 8 words and 100 characters', () => {
    expect(readQuery('a b c d e f g h i j a')).toHaveLength(8);
    expect(readQuery('x'.repeat(1000))).toEqual(['x'.repeat(QUERY_MAX)]);
  });

  it('matches punctuation literally', () => {
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

  it('finds misspelt names and parts of names, and nothing for a name that is like none', () => {
    expect(near('streeming')).toEqual(['streaming']);
    expect(near('error')).toEqual(['errors']);
    expect(near('openai')).toContain('from-openai');
    expect(near('qqqqqqqqqq')).toEqual([]);
  });
});
