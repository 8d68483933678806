import { data, type LoaderFunctionArgs } from '@remix-run/node';
import type { CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import type { ChapterEntry } from './chapter-list.ts';
import { readChapters, toEntry } from './chapters.server.ts';
import type { ChapterPageData } from './docs-data.ts';
import { nearChapters } from './near-chapters.ts';
import { renderChapter } from './render/render-chapter.server.tsx';
import { QUERY_MAX, searchSections } from './search/search-sections.ts';
import { sectionsOf } from './search/sections.server.ts';

/** Makes the OpenAPI document of the public API; the same at every call. */
export type ReadDocument = () => object;

/** The frame of the documents: their texts, and every chapter for the list. */
export async function loadDocs({ request }: LoaderFunctionArgs, document: ReadDocument) {
  return { texts: await pageTexts(request, 'docs'), chapters: listChapters(document) };
}

/** Every chapter as lists show it, in the order of reading. */
export function listChapters(document: ReadDocument): ChapterEntry[] {
  return readChapters(document()).map(toEntry);
}

/** What /docs itself shows: the first call of the first chapter. */
export function loadOverview(document: ReadDocument): { tabs: CodeTab[] } {
  const [first] = readChapters(document());
  const blocks = first ? renderChapter(first) : [];
  const samples = blocks.filter((block) => block.kind === 'code').find(({ tabs }) => tabs.length > 1);
  return { tabs: samples?.tabs ?? [] };
}

/** A chapter. One that is not there is a 404 that names those which may have been meant. */
export function loadChapter({ params }: LoaderFunctionArgs, document: ReadDocument) {
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
}

/** What a search among all chapters finds. */
export function loadSearch({ request }: LoaderFunctionArgs, document: ReadDocument) {
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, QUERY_MAX).trim();
  return { query, findings: searchSections(sectionsOf(readChapters(document())), query) };
}
