/**
 * Dates as mails have them: of UTC, since nobody knows where they are read, and with Latin digits, as the amounts have them.
 * @param language of the reader; English if null
 */
export function utcDates(language: string | null): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${language ?? 'en-US'}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' });
}
