import { data } from '@remix-run/node';
import { pageLoader } from '#app/http/page/page-loader.ts';
import type { CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { renderChapter } from './chapter-blocks.server.tsx';
import type { ChapterEntry } from './chapter-list.ts';
import { plainText } from './chapter-source.ts';
import { readChapters, toEntry, type Chapter } from './chapters.server.ts';
import type { ChapterPageData } from './docs-data.ts';
import { nearChapters } from './near-chapters.ts';
import { QUERY_MAX, searchSections, type Section } from './search-sections.ts';

/** Returns the OpenAPI document of the public API; the same object at every call. */
export type ReadDocument = () => object;

const known = new WeakMap<readonly Chapter[], Section[]>();

/** The frame of the documentation: its texts, and the list of chapters. */
export const loadDocs = pageLoader({ auth: 'none' }, async ({ request }, document: ReadDocument) => ({
  texts: await pageTexts(request, 'docs'),
  chapters: listChapters(document),
}));

/** Every chapter for lists, in reading order. */
export function listChapters(document: ReadDocument): ChapterEntry[] {
  return readChapters(document()).map(toEntry);
}

/** The data of /docs: the first call of the first chapter. */
export function loadOverview(document: ReadDocument): { tabs: CodeTab[] } {
  const [first] = readChapters(document());
  const blocks = first ? renderChapter(first) : [];
  const samples = blocks.filter((block) => block.kind === 'code').find(({ tabs }) => tabs.length > 1);
  return { tabs: samples?.tabs ?? [] };
}

/** The data of a chapter. An unknown one is a 404 with similar chapters. */
export const loadChapter = pageLoader({ auth: 'none' }, ({ params }, document: ReadDocument) => {
  const slug = params.chapter ?? '';
  const chapters = readChapters(document());
  const place = chapters.findIndex((one) => one.slug === slug);
  const found = chapters[place];
  if (!found) {
    const near = nearChapters(chapters, slug).map(toEntry);
    const page: ChapterPageData = { kind: 'missing', slug: slug.slice(0, QUERY_MAX), near };
    return data(page, { status: 404 });
  }
  const neighbour = (by: number) => {
    const one = chapters[place + by];
    return one ? toEntry(one) : null;
  };
  const chapter = {
    ...toEntry(found),
    blocks: renderChapter(found),
    previous: neighbour(-1),
    next: neighbour(1),
  };
  const page: ChapterPageData = { kind: 'found', chapter };
  return data(page);
});

/** The results of a search in all chapters. */
export const loadSearch = pageLoader({ auth: 'none' }, ({ url }, document: ReadDocument) => {
  const query = (url.searchParams.get('q') ?? '').slice(0, QUERY_MAX).trim();
  return { query, findings: searchSections(sectionsOf(readChapters(document())), query) };
});

/** The searchable sections of chapters; built once for each list of chapters. */
function sectionsOf(chapters: readonly Chapter[]): Section[] {
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
      parts.push({ heading: { id: block.id, text: plainText(block.text) }, words: [] });
    else if (block.kind === 'text') parts.at(-1)!.words.push(plainText(block.text));
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
