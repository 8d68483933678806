/**
 * Forces Latin digits, which all figures of a page use: two digit systems side by side would be confusing.
 */
const withLatinDigits = (language: string) => `${language}-u-nu-latn`;

/** Formats numbers by the rules of a language. */
export function numberFormat(language: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(withLatinDigits(language), options);
}

/** Formats dates and times by the rules of a language. */
export function dateFormat(language: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(withLatinDigits(language), options);
}

/** "in 2 hours", "yesterday". */
export function relativeFormat(
  language: string,
  options?: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(withLatinDigits(language), options);
}

/** The time zone of the reader's browser, an IANA name; on a server that of its machine. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
