import { createInstance, type i18n, type InitOptions, type ResourceLanguage } from 'i18next';
import { FALLBACK_LANGUAGE, LANGUAGE_CODES } from './languages.ts';

/** i18next's settings, the same on the server and in the browser, so that both render the same texts. */
export const I18N_OPTIONS = {
  supportedLngs: [...LANGUAGE_CODES],
  fallbackLng: FALLBACK_LANGUAGE,
  defaultNS: 'common',
  // React escapes values itself.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
  // In development and in tests a missing text is an error; in production the reader sees the key.
  saveMissing: import.meta.env.DEV,
  missingKeyHandler(_languages, namespace, key) {
    // Error codes are dynamic; a missing text is how an unknown code is detected.
    if (namespace === 'errors') return;
    throw new Error(`No text for ${namespace}:${key}`);
  },
} satisfies InitOptions;

/**
 * Creates an i18next instance for one language, ready synchronously. No global instance is set, so that two
 * renders in two languages can run at the same time.
 * @param texts the texts of that language by namespace
 */
export function createI18n(language: string, texts: ResourceLanguage): i18n {
  const instance = createInstance();
  void instance.init({
    ...I18N_OPTIONS,
    lng: language,
    resources: { [language]: texts },
    ns: Object.keys(texts),
    initImmediate: false,
  });
  return instance;
}
