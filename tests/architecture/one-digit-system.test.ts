import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { utcDates } from '#app/core/notices/notice-mail.ts';
import { dateFormat, numberFormat, relativeFormat } from '#app/ui/i18n/formats.ts';
import { LANGUAGE_CODES } from '#app/ui/i18n/languages.ts';
import { filesBelow } from './files-below.ts';

/** The files that read a language's number and date formats: for pages, and for mails of the worker. */
const FORMATS = new Set(['app/ui/i18n/formats.ts', 'app/core/notices/notice-mail.ts']);

/** Functions that write digits by language; money requests English ones explicitly. */
const WRITES_DIGITS =
  /\bIntl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat|DurationFormat)\b|\.toLocale(?:Date|Time)?String\((?!'en-US')/g;
/** Digits of other scripts, and formats of i18next, which would write them. */
const OTHER_DIGITS = /(?![0-9])\p{Nd}|\{\{[^}]*,[^}]*\}\}/gu;

describe('digits', () => {
  it('are written by one formatter per side', () => {
    const files = [...filesBelow('app', '.ts'), ...filesBelow('app', '.tsx'), ...filesBelow('worker', '.ts')];
    const found = files
      .filter((file) => !FORMATS.has(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => finds(file, WRITES_DIGITS));
    expect(found).toEqual([]);
  });

  it('are Latin in all texts', () => {
    expect(filesBelow('app/ui/i18n/locales', '.json').flatMap((file) => finds(file, OTHER_DIGITS))).toEqual(
      [],
    );
  });

  it.each(LANGUAGE_CODES)('are Latin in numbers, dates and distances of %s', (language) => {
    const written = [
      numberFormat(language).format(1234567.89),
      dateFormat(language, { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' }).format(0),
      relativeFormat(language, { numeric: 'always' }).format(-12, 'day'),
      utcDates(language).format(0),
    ].join(' ');
    expect(written).toMatch(/1.?234.?567/);
    expect(written).toContain('1970');
    expect(written).toContain('12');
    expect(written.match(OTHER_DIGITS)).toBeNull();
  });

  it.each(['new Intl.NumberFormat(language)', 'count.toLocaleString()', 'at.toLocaleDateString(language)'])(
    'would be found in %s',
    (source) => expect(source.match(WRITES_DIGITS)).toHaveLength(1),
  );

  it.each(['٣ رسائل', '{{count, number}}'])('would be found in the text %s', (text) =>
    expect(text.match(OTHER_DIGITS)).not.toBeNull(),
  );
});

function finds(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([found]) => `${file}: ${found}`);
}
