import type { ResourceLanguage } from 'i18next';

/**
 * The few words that an error page needs when the root loader, which brings all others, did not run. They are
 * part of the script in every language, so this namespace stays small.
 */
const FILES = import.meta.glob<ResourceLanguage[string]>('./locales/*/crash.json', {
  eager: true,
  import: 'default',
});

/** The words of an error page by namespace, as the root loader would bring them. */
export function crashTextsOf(language: string): ResourceLanguage {
  return { crash: FILES[`./locales/${language}/crash.json`] ?? {} };
}
