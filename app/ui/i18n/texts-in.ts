import type { ResourceLanguage } from 'i18next';

/** Route matches in the form that hooks and `meta` functions receive. */
export type Matches = readonly { id: string; data?: unknown }[];

/** Data of the root loader about the page and the installation. */
interface RootFacts {
  language: string;
  appTitle: string;
  /** The public URL of the application: `https://parlance.example`. */
  appUrl: string;
}

/** The data of the root loader, for `meta` functions; undefined if it did not run. */
export function rootFacts(matches: Matches): RootFacts | undefined {
  return matches.find(({ id }) => id === 'root')?.data as RootFacts | undefined;
}

/** The `texts` that the loaders of routes returned, by namespace. */
export function textsIn(matches: Matches): ResourceLanguage {
  const found = matches.map(({ data }) => (data as { texts?: ResourceLanguage } | null | undefined)?.texts);
  return Object.assign({}, ...found) as ResourceLanguage;
}
