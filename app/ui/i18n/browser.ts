import { createInstance, type i18n, type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { I18N_OPTIONS } from './options.ts';

/** Id of the element in which the page brings the texts of its language. */
export const TEXTS_ELEMENT = 'texts';

/** An i18next instance from the texts that stand in the page. */
export async function createBrowserI18n(): Promise<i18n> {
  const language = document.documentElement.dataset.language ?? I18N_OPTIONS.fallbackLng;
  const texts = JSON.parse(document.getElementById(TEXTS_ELEMENT)?.textContent ?? '{}') as ResourceLanguage;
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .init({ ...I18N_OPTIONS, lng: language, resources: { [language]: texts }, ns: Object.keys(texts) });
  return instance;
}
