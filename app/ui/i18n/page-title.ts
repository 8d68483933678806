import type { ResourceLanguage } from 'i18next';
import { createI18n } from './create.ts';

/** The routes of a page as a `meta` function gets them. */
type Matches = readonly { id: string; data?: unknown }[];

/**
 * The title of a page in its language, for a `meta` function, which runs outside of the components.
 * @param key `namespace:key`
 */
export function pageTitle(matches: Matches, key: `${string}:${string}`): string {
  const root = matches.find(({ id }) => id === 'root')?.data as
    { language: string; texts: ResourceLanguage; appTitle: string } | undefined;
  if (!root) return 'Parlance';
  const { t } = createI18n(root.language, root.texts);
  return `${(t as (key: string) => string)(key)} · ${root.appTitle}`;
}
