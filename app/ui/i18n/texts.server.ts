import type { ResourceLanguage } from 'i18next';
import type { Namespace, Translate } from '#app/ui/i18n/translation.ts';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { createI18n } from './create.ts';
import { detectLocale } from './detect.server.ts';
import { FALLBACK_LANGUAGE, isLanguage } from './languages.ts';

/** Every file of texts: `locales/<language>/<namespace>.json`. */
const FILES = import.meta.glob<ResourceLanguage[string]>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** Namespaces that frames, menus and errors need on every page. Loaders of pages provide the others. */
const EVERYWHERE: readonly Namespace[] = [
  'auth',
  'billing',
  'chat',
  'common',
  'crash',
  'errors',
  'exports',
  'keys',
  'replies',
  'settings',
  'site',
  'usage',
];

/** Texts of one language by namespace: the given ones, or by default those that every page needs. */
export function textsOf(language: string, namespaces: readonly Namespace[] = EVERYWHERE): ResourceLanguage {
  const code = isLanguage(language) ? language : FALLBACK_LANGUAGE;
  const entries = namespaces.map((name) => [name, FILES[`./locales/${code}/${name}.json`] ?? {}]);
  return Object.fromEntries(entries) as ResourceLanguage;
}

/**
 * Texts that only some pages need, for the `texts` field of their loaders' data: root merges them with its
 * own.
 */
export async function pageTexts(
  request: ApiRequest,
  ...namespaces: readonly Namespace[]
): Promise<ResourceLanguage> {
  return textsOf(await detectLocale(request), namespaces);
}

/**
 * Returns a translation function for use outside of a page's render: results of actions, mails, page titles.
 */
export function translate<Name extends Namespace>(language: string, namespace: Name): Translate<Name> {
  return createI18n(language, textsOf(language, [namespace])).getFixedT(language, namespace);
}

/** `translate` in the language of a request. */
export async function translateFor<Name extends Namespace>(
  request: ApiRequest,
  namespace: Name,
): Promise<Translate<Name>> {
  return translate(await detectLocale(request), namespace);
}
