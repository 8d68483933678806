import { describeError } from '../errors/error-kind.ts';
import { createI18n } from './create.ts';
import { rootFacts, textsIn, type Matches } from './texts-in.ts';

/**
 * The title of a page in its language, for a `meta` function, which runs outside of the components.
 * @param key `namespace:key`
 * @param error the error that the route threw, if any: the title then describes it
 */
export function pageTitle(matches: Matches, key: `${string}:${string}`, error?: unknown): string {
  const root = rootFacts(matches);
  if (!root) return 'Parlance';
  return `${pageText(matches, error ? `site:${describeError(error).kind}.title` : key)} · ${root.appTitle}`;
}

/** A text of a page in its language, for a `meta` function. Empty if the root loader did not run. */
export function pageText(
  matches: Matches,
  key: `${string}:${string}`,
  values: Record<string, string> = {},
): string {
  const root = rootFacts(matches);
  if (!root) return '';
  const { t } = createI18n(root.language, textsIn(matches));
  return (t as (key: string, values: Record<string, string>) => string)(key, {
    name: root.appTitle,
    ...values,
  });
}
