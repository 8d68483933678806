import type { CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import type { ChapterEntry } from './chapter-list.ts';

/** A block of a chapter on a page. All HTML comes from our own texts. */
export type ShownBlock =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string; html: string }
  | { kind: 'text'; html: string }
  | { kind: 'code'; tabs: CodeTab[] };

/** A chapter, ready for display. */
export interface ShownChapter extends ChapterEntry {
  blocks: ShownBlock[];
  /** Neighbours in reading order. */
  previous: ChapterEntry | null;
  next: ChapterEntry | null;
}

/** The page of a chapter, or similar chapters if there is none with that name. */
export type ChapterPageData =
  | { kind: 'found'; chapter: ShownChapter }
  | { kind: 'missing'; slug: string; near: ChapterEntry[] };

/** A search result. `passage` is the text around the first match, split at all matches. */
export interface Finding {
  slug: string;
  chapter: string;
  /** null: the beginning of the chapter. */
  heading: { id: string; text: string } | null;
  passage: { text: string; isMatch: boolean }[];
}
