import { createCookie } from '@remix-run/node';
import { RemixI18Next } from 'remix-i18next/server';
import { I18N_OPTIONS } from './options.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_CODES } from './languages.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** The chosen language; absent or `auto` follows the browser. Not httpOnly: the spec's storage key is `lang`. */
export const languageCookie = createCookie('lang', { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS });

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...LANGUAGE_CODES],
    fallbackLanguage: FALLBACK_LANGUAGE,
    cookie: languageCookie,
    order: ['cookie', 'header'],
  },
  i18next: I18N_OPTIONS,
});

/** The language for this request: the stored choice, else the browser's. */
export async function detectLocale(request: Request): Promise<string> {
  const found = await detector.getLocale(request);
  return isLanguage(found) ? found : FALLBACK_LANGUAGE;
}
