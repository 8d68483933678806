/** The path of the documentation. */
export const DOCS_PATH = '/docs';

/** Parts of the documentation, in order. */
export const PARTS = ['start', 'calls', 'production', 'moving', 'reference'] as const;
export type Part = (typeof PARTS)[number];

/** Chapters written by hand, by the names of their files, in reading order. */
export const WRITTEN = [
  { slug: 'quick-start', part: 'start' },
  { slug: 'streaming', part: 'calls' },
  { slug: 'tools', part: 'calls' },
  { slug: 'structured-output', part: 'calls' },
  { slug: 'responses', part: 'calls' },
  { slug: 'images', part: 'calls' },
  { slug: 'image-generation', part: 'calls' },
  { slug: 'video-generation', part: 'calls' },
  { slug: 'embeddings', part: 'calls' },
  { slug: 'routing', part: 'calls' },
  { slug: 'prices', part: 'production' },
  { slug: 'limits', part: 'production' },
  { slug: 'idempotency', part: 'production' },
  { slug: 'webhooks', part: 'production' },
  { slug: 'errors', part: 'production' },
  { slug: 'from-openai', part: 'moving' },
  { slug: 'from-anthropic', part: 'moving' },
  { slug: 'from-openrouter', part: 'moving' },
  { slug: 'from-litellm', part: 'moving' },
  { slug: 'clients', part: 'moving' },
] as const satisfies readonly { slug: string; part: Part }[];

/** A chapter in a list. */
export interface ChapterEntry {
  slug: string;
  part: Part;
  title: string;
  description: string;
}

/** The page of a chapter. */
export function chapterHref(slug: string): string {
  return `${DOCS_PATH}/${slug}`;
}
