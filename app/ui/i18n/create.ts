import { createInstance, type i18n, type ResourceLanguage } from 'i18next';
import { I18N_OPTIONS } from './options.ts';

/**
 * An i18next instance for one language, ready at once. No global instance is set, so that two renders in two
 * languages can run at the same time.
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
