import type { Namespace, ResourceLanguage, TFunction } from 'i18next';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { createI18n } from './create.ts';
import { detectLocale } from './detect.server.ts';
import { FALLBACK_LANGUAGE, isLanguage } from './languages.ts';

/** Every file of texts: `locales/<language>/<namespace>.json`. */
const FILES = import.meta.glob<ResourceLanguage[string]>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** What frames, menus and errors need on every page. Another namespace is brought by the loaders of its pages. */
const EVERYWHERE: readonly Namespace[] = [
  'auth',
  'billing',
  'chat',
  'common',
  'crash',
  'errors',
  'keys',
  'replies',
  'settings',
  'site',
  'usage',
];

/** Texts of one language by namespace: those that every page needs, or those that are named. */
export function textsOf(language: string, namespaces: readonly Namespace[] = EVERYWHERE): ResourceLanguage {
  const code = isLanguage(language) ? language : FALLBACK_LANGUAGE;
  const entries = namespaces.map((name) => [name, FILES[`./locales/${code}/${String(name)}.json`] ?? {}]);
  return Object.fromEntries(entries) as ResourceLanguage;
}

/** Texts that only some pages need, for the field `texts` of what their loaders answer: root joins them to its own. */
export async function pageTexts(
  request: ApiRequest,
  ...namespaces: readonly Namespace[]
): Promise<ResourceLanguage> {
  return textsOf(await detectLocale(request), namespaces);
}

/** Words for what the server says outside of a page's render: answers of actions, mails, page titles. */
export function translate<Name extends Namespace>(language: string, namespace: Name): TFunction<Name> {
  return createI18n(language, textsOf(language, [namespace])).getFixedT(language, namespace);
}

/** `translate` in the language of a request. */
export async function translateFor<Name extends Namespace>(
  request: ApiRequest,
  namespace: Name,
): Promise<TFunction<Name>> {
  return translate(await detectLocale(request), namespace);
}
