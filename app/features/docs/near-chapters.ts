import { distance } from 'fastest-levenshtein';
import type { ChapterEntry } from './chapter-list.ts';

const MOST_LETTERS = 60;
const MOST_NEAR = 4;
const LEAST_PART = 3;

/** Chapters with a name similar to an unknown one, the most similar first. */
export function nearChapters<Entry extends Pick<ChapterEntry, 'slug'>>(
  chapters: readonly Entry[],
  asked: string,
): Entry[] {
  const wanted = asked.toLowerCase().slice(0, MOST_LETTERS);
  const most = Math.max(2, Math.floor(wanted.length / 3));
  return chapters
    .map((chapter) => {
      const { slug } = chapter;
      const isPart = wanted.length >= LEAST_PART && (slug.includes(wanted) || wanted.includes(slug));
      return { chapter, far: isPart ? 1 : distance(wanted, slug) };
    })
    .filter(({ far }) => far <= most)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, MOST_NEAR)
    .map(({ chapter }) => chapter);
}
