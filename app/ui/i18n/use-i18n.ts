import { useMatches } from '@remix-run/react';
import type { i18n, ResourceLanguage } from 'i18next';
import { useMemo } from 'react';
import { createI18n } from './create.ts';
import { textsIn } from './texts-in.ts';

/**
 * The few texts that an error page needs if the root loader, which provides all others, did not run. They are
 * part of the script in every language, so this namespace stays small.
 */
const FILES = import.meta.glob<ResourceLanguage[string]>('./locales/*/crash.json', {
  eager: true,
  import: 'default',
});

/**
 * The texts of a page: those of every page, and those that the loaders of its routes returned.
 * @param texts texts of every page; absent if the root loader did not run: then the crash texts are used
 */
export function useI18n(language: string, texts: ResourceLanguage | undefined): i18n {
  const instance = useMemo(() => createI18n(language, texts ?? crashTextsOf(language)), [language, texts]);
  for (const [namespace, words] of Object.entries(textsIn(useMatches())))
    if (!instance.hasResourceBundle(language, namespace))
      instance.addResourceBundle(language, namespace, words);
  return instance;
}

/** The texts of a crash page by namespace, in the same shape as the root loader's. */
function crashTextsOf(language: string): ResourceLanguage {
  return { crash: FILES[`./locales/${language}/crash.json`] ?? {} };
}
