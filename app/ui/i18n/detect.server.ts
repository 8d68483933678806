import { RemixI18Next } from 'remix-i18next/server';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { readPreferences } from '../preferences/preferences.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_CODES, type LanguageCode } from './languages.ts';
import { I18N_OPTIONS } from './options.ts';
import { preferredLanguage } from './preferred-language.ts';

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
  // It reads of it what `findLocale` reads.
  const found = await detector.getLocale(request as Request);
  return isLanguage(found) ? found : FALLBACK_LANGUAGE;
}
