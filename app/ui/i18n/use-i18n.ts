import { useMatches } from '@remix-run/react';
import type { i18n, ResourceLanguage } from 'i18next';
import { useMemo } from 'react';
import { crashTextsOf } from './crash-texts.ts';
import { createI18n } from './create.ts';
import { textsIn } from './texts-in.ts';

/**
 * The words of a page: those of every page, and those that the loaders of its routes brought.
 * @param texts of every page; absent where the root loader did not run: then there are words for a crash
 */
export function useI18n(language: string, texts: ResourceLanguage | undefined): i18n {
  const instance = useMemo(() => createI18n(language, texts ?? crashTextsOf(language)), [language, texts]);
  for (const [namespace, words] of Object.entries(textsIn(useMatches())))
    if (!instance.hasResourceBundle(language, namespace))
      instance.addResourceBundle(language, namespace, words);
  return instance;
}
