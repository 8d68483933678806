import type { ResourceLanguage } from 'i18next';

/** Routes as hooks and `meta` functions get them. */
export type Matches = readonly { id: string; data?: unknown }[];

/** What the root loader says of the page and of the installation. */
interface RootFacts {
  language: string;
  appTitle: string;
  /** Where people reach the application: `https://parlance.example`. */
  appUrl: string;
}

/** What the root loader answered, for `meta` functions; undefined where it did not run. */
export function rootFacts(matches: Matches): RootFacts | undefined {
  return matches.find(({ id }) => id === 'root')?.data as RootFacts | undefined;
}

/** The texts that the loaders of routes answered as `texts`, by namespace. */
export function textsIn(matches: Matches): ResourceLanguage {
  const found = matches.map(({ data }) => (data as { texts?: ResourceLanguage } | null | undefined)?.texts);
  return Object.assign({}, ...found) as ResourceLanguage;
}
