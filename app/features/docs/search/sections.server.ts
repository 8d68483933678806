import type { Chapter } from '../chapters.server.ts';
import { plainWords } from '../source/plain-words.ts';
import type { Section } from './search-sections.ts';

const known = new WeakMap<readonly Chapter[], Section[]>();

/** What can be found in chapters; made once of them. */
export function sectionsOf(chapters: readonly Chapter[]): Section[] {
  let sections = known.get(chapters);
  if (!sections) {
    sections = chapters.flatMap(sectionsOfChapter);
    known.set(chapters, sections);
  }
  return sections;
}

function sectionsOfChapter({ slug, title, description, blocks }: Chapter): Section[] {
  const parts: { heading: Section['heading']; words: string[] }[] = [{ heading: null, words: [description] }];
  for (const block of blocks) {
    if (block.kind === 'heading')
      parts.push({ heading: { id: block.id, text: plainWords(block.text) }, words: [] });
    else if (block.kind === 'text') parts.at(-1)!.words.push(plainWords(block.text));
    else parts.at(-1)!.words.push(...block.samples.map(({ code }) => code.replaceAll(/\s+/g, ' ')));
  }
  return parts.map(({ heading, words }) => {
    const text = words.join(' ');
    return {
      slug,
      chapter: title,
      heading,
      words: text,
      inTitle: title.toLowerCase(),
      inHeading: heading?.text.toLowerCase() ?? '',
      inWords: text.toLowerCase(),
    };
  });
}
