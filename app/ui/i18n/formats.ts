/** A language that writes Latin digits, as all figures of a page do: two systems side by side read as two meanings. */
const withLatinDigits = (language: string) => `${language}-u-nu-latn`;

/** Numbers as a language writes them. */
export function numberFormat(language: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(withLatinDigits(language), options);
}

/** Dates and times as a language writes them. */
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
