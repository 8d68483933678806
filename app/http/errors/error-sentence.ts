import type { ErrorParams } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';
import { errorWords, plainWords, type Texts } from '#app/ui/errors/error-words.ts';
import { createI18n } from '#app/ui/i18n/create.ts';
import { FALLBACK_LANGUAGE } from '#app/ui/i18n/languages.ts';
import { textsOf } from '#app/ui/i18n/texts.server.ts';

let english: Texts | undefined;

/** What an error means, in English, for clients of the API: a code alone tells a person nothing. */
export function errorSentence(code: string, params: ErrorParams = {}): string {
  english ??= createI18n(FALLBACK_LANGUAGE, textsOf(FALLBACK_LANGUAGE)).t as unknown as Texts;
  return plainWords(errorWords(english, { code, params }, config().APP_TITLE));
}
