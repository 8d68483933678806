/** Languages with complete texts. `code` is also the value of the page's `lang` attribute. */
export const LANGUAGES = [
  { code: 'en-US', name: 'English', direction: 'ltr' },
  { code: 'ar-EG', name: 'العربية', direction: 'rtl' },
  { code: 'ja-JP', name: '日本語', direction: 'ltr' },
] as const;

export type LanguageCode = (typeof LANGUAGES)[number]['code'];
export const FALLBACK_LANGUAGE: LanguageCode = 'en-US';
export const LANGUAGE_CODES: readonly LanguageCode[] = LANGUAGES.map((language) => language.code);

export function isLanguage(value: unknown): value is LanguageCode {
  return LANGUAGE_CODES.includes(value as LanguageCode);
}

/** `rtl` for languages written from right to left. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return LANGUAGES.find((language) => language.code === code)?.direction ?? 'ltr';
}
