import type { ResourceLanguage } from 'i18next';
import { FALLBACK_LANGUAGE, isLanguage } from './languages.ts';

/** Every file of texts: `locales/<language>/<namespace>.json`. A new namespace is a new file, nothing else. */
const FILES = import.meta.glob<ResourceLanguage[string]>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The texts of one language by namespace. Sent to the browser as data, and only for the language in use. */
export function textsOf(language: string): ResourceLanguage {
  const code = isLanguage(language) ? language : FALLBACK_LANGUAGE;
  const prefix = `./locales/${code}/`;
  const entries = Object.entries(FILES).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(
    entries.map(([path, texts]) => [path.slice(prefix.length, -'.json'.length), texts]),
  );
}
