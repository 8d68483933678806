import type { ResourceLanguage } from 'i18next';

/** Routes as hooks and `meta` functions get them. */
export type Matches = readonly { id: string; data?: unknown }[];

/** The texts that the loaders of routes answered as `texts`, by namespace. */
export function textsIn(matches: Matches): ResourceLanguage {
  const found = matches.map(({ data }) => (data as { texts?: ResourceLanguage } | null | undefined)?.texts);
  return Object.assign({}, ...found) as ResourceLanguage;
}
