import { numberFormat } from '#app/ui/i18n/formats.ts';

/** Formats milliseconds as seconds, `1.2s`, to three digits. */
export function secondsText(language: string): (ms: number) => string {
  const format = numberFormat(language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumSignificantDigits: 2,
    maximumSignificantDigits: 3,
  });
  return (ms) => format.format(ms / 1000);
}
