import type { Namespace, TFunction } from 'i18next';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { createI18n } from './create.ts';
import { detectLocale } from './detect.server.ts';
import { textsOf } from './texts.server.ts';

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
