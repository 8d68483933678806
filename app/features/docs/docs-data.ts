import type { CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import type { ChapterEntry } from './chapter-list.ts';

/** A piece of a chapter as a page shows it. All HTML is made of our own texts. */
export type ShownBlock =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string; html: string }
  | { kind: 'text'; html: string }
  | { kind: 'code'; tabs: CodeTab[] };

/** A chapter, ready to be shown. */
export interface ShownChapter extends ChapterEntry {
  blocks: ShownBlock[];
  /** Neighbours in the order of reading. */
  previous: ChapterEntry | null;
  next: ChapterEntry | null;
}

/** A page of a chapter, or where there is none of that name, those that may have been meant. */
export type ChapterPageData =
  | { kind: 'found'; chapter: ShownChapter }
  | { kind: 'missing'; slug: string; near: ChapterEntry[] };

/** A passage that a search has found. `before`, `match` and `after` are the text around the first word that matched. */
export interface Finding {
  slug: string;
  chapter: string;
  /** null: the beginning of the chapter. */
  heading: { id: string; text: string } | null;
  passage: { text: string; isMatch: boolean }[];
}
