import type { LoaderFunctionArgs } from '@remix-run/node';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { chapterHref, type ChapterEntry } from './chapter-list.ts';
import { chapterMarkdown, readChapters } from './chapters.server.ts';
import type { ReadDocument } from './docs-page.server.ts';
import { nearChapters } from './near-chapters.ts';

const FOUND = { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=300' };

/** GET /docs/<chapter>.md: a chapter as Markdown, for language models and for readers who prefer it. */
export function chapterCall({ params }: LoaderFunctionArgs, document: ReadDocument): Response {
  const slug = params.chapter ?? '';
  const chapters = readChapters(document());
  const chapter = chapters.find((one) => one.slug === slug);
  if (chapter) return new Response(chapterMarkdown(chapter), { headers: FOUND });
  const near = nearChapters(chapters, slug);
  const text = `# There is no such chapter\n\n${listText(near.length > 0 ? near : chapters)}\n`;
  return new Response(text, { status: 404, headers: { 'content-type': FOUND['content-type'] } });
}

/** GET /docs.md: the list of chapters. */
export function overviewCall(document: ReadDocument): Response {
  const { APP_TITLE } = config();
  return new Response(`# ${APP_TITLE}: documentation\n\n${listText(readChapters(document()))}\n`, {
    headers: FOUND,
  });
}

/** Chapters as a list of links to their Markdown. */
export function listText(chapters: readonly ChapterEntry[]): string {
  return chapters
    .map(({ slug, title, description }) => `- [${title}](${appUrl()}${chapterHref(slug)}.md): ${description}`)
    .join('\n');
}
