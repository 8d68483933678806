import { distance } from 'fastest-levenshtein';
import type { ChapterEntry } from './chapter-list.ts';

const MAX_LETTERS = 60;
const MAX_NEAR = 4;
const MIN_PART = 3;

/** Chapters with a name similar to an unknown one, the most similar first. */
export function nearChapters<Entry extends Pick<ChapterEntry, 'slug'>>(
  chapters: readonly Entry[],
  requested: string,
): Entry[] {
  const wanted = requested.toLowerCase().slice(0, MAX_LETTERS);
  const maxDistance = Math.max(2, Math.floor(wanted.length / 3));
  return chapters
    .map((chapter) => {
      const { slug } = chapter;
      const isPart = wanted.length >= MIN_PART && (slug.includes(wanted) || wanted.includes(slug));
      return { chapter, far: isPart ? 1 : distance(wanted, slug) };
    })
    .filter(({ far }) => far <= maxDistance)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, MAX_NEAR)
    .map(({ chapter }) => chapter);
}
