import { fillIn } from '#app/contracts/text/fill-in.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { WRITTEN, type ChapterEntry } from './chapter-list.ts';
import { docsFacts } from './docs-facts.server.ts';
import type { OpenApi } from './reference/openapi.ts';
import { referenceChapters } from './reference/reference-chapters.ts';
import { linkDefinitions, readFrontMatter, splitBlocks, type SourceBlock } from './chapter-source.ts';

const FILES = import.meta.glob<string>('./chapters/*.md', { query: '?raw', import: 'default', eager: true });

/** A chapter with all facts filled in. */
export interface Chapter extends ChapterEntry {
  /** Markdown without the title. */
  body: string;
  blocks: SourceBlock[];
  /** Definitions of link names, as Markdown has them below a text. */
  definitions: string;
}

let known: { document: object; chapters: Chapter[] } | undefined;

/**
 * All chapters in reading order, those of the reference last. Built once for each document.
 * @param document the OpenAPI document of the public API
 * @throws Error for a chapter with an unknown fact or link
 */
export function readChapters(document: object): Chapter[] {
  if (known?.document !== document) known = { document, chapters: makeChapters(document as OpenApi) };
  return known.chapters;
}

function makeChapters(document: OpenApi): Chapter[] {
  const facts = docsFacts();
  const written = WRITTEN.map(({ slug, part }) => {
    const file = FILES[`./chapters/${slug}.md`];
    if (file === undefined) throw new Error(`The chapter ${slug} has no file`);
    return { slug, part, ...readFrontMatter(file) };
  });
  const made = referenceChapters(document).map((chapter) => ({ ...chapter, part: 'reference' as const }));
  const all = [...written, ...made];
  const slugs = all.map(({ slug }) => slug);
  return all.map(({ title, description, body: source, ...chapter }) => {
    const body = fillIn(source, facts);
    return {
      ...chapter,
      title,
      description: fillIn(description, facts),
      body,
      blocks: splitBlocks(body),
      definitions: linkDefinitions(body, appUrl(), slugs),
    };
  });
}

/** The fields of a chapter for lists. */
export function toEntry({ slug, part, title, description }: Chapter): ChapterEntry {
  return { slug, part, title, description };
}

/** A chapter as Markdown, with its title; without the samples' options for tests. */
export function chapterMarkdown({ title, body, definitions }: Chapter): string {
  const text = body.replaceAll(/^(```\w+) .*$/gm, '$1');
  return [`# ${title}`, text, ...(definitions === '' ? [] : [definitions]), ''].join('\n\n').trimEnd() + '\n';
}
