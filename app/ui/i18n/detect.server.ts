import { RemixI18Next } from 'remix-i18next/server';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { I18N_OPTIONS } from './create.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_CODES, type LanguageCode } from './languages.ts';

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...LANGUAGE_CODES],
    fallbackLanguage: FALLBACK_LANGUAGE,
    order: ['custom'],
    findLocale: (request) => {
      const { language } = readPreferences(request.headers.get('cookie'));
      const header = request.headers.get('accept-language');
      return Promise.resolve(language === 'auto' ? preferredLanguage(header) : language);
    },
  },
  i18next: I18N_OPTIONS,
});

/** The language for this request: the stored choice, else the browser's, else English. */
export async function detectLocale(request: ApiRequest): Promise<LanguageCode> {
  // It reads only the headers that `findLocale` reads.
  const found = await detector.getLocale(request as Request);
  return isLanguage(found) ? found : FALLBACK_LANGUAGE;
}

/**
 * The first language of an Accept-Language header that has texts: the exact one, else one of another region
 * (`ar-SA` gets `ar-EG`). remix-i18next uses the first entry of the header only, so that a Finnish reader
 * whose second language is Japanese would get English.
 */
export function preferredLanguage(header: string | null): LanguageCode | null {
  for (const tag of acceptedTags(header ?? '')) {
    const base = tag.split('-')[0];
    const found =
      LANGUAGE_CODES.find((code) => code.toLowerCase() === tag) ??
      LANGUAGE_CODES.find((code) => code.split('-')[0] === base);
    if (found) return found;
  }
  return null;
}

/** Language tags in lower case, by descending preference; `q=0` excludes a language. */
function acceptedTags(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
