import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { I18N_OPTIONS } from './options.ts';
import { textsOf } from './texts.server.ts';

/** An i18next instance for one render in one language. */
export async function createI18n(language: string): Promise<i18n> {
  const instance = createInstance();
  const resources = { [language]: textsOf(language) };
  await instance
    .use(initReactI18next)
    .init({ ...I18N_OPTIONS, lng: language, resources, ns: Object.keys(resources[language] ?? {}) });
  return instance;
}
