import { describeError } from '../errors/error-kind.ts';
import { createI18n } from './create.ts';
import { textsIn, type Matches } from './texts-in.ts';

/**
 * The title of a page in its language, for a `meta` function, which runs outside of the components.
 * @param key `namespace:key`
 * @param error what the route threw, if it did: the title is about that
 */
export function pageTitle(matches: Matches, key: `${string}:${string}`, error?: unknown): string {
  const root = matches.find(({ id }) => id === 'root')?.data as
    { language: string; appTitle: string } | undefined;
  if (!root) return 'Parlance';
  const words = error ? `site:${describeError(error).kind}.title` : key;
  const { t } = createI18n(root.language, textsIn(matches));
  return `${(t as (key: string) => string)(words)} · ${root.appTitle}`;
}
