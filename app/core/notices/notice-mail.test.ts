import { describe, expect, it } from 'vitest';
import { placeholdersOf } from '#app/contracts/text/fill-in.ts';
import { noticeTexts } from './notice-mail.ts';

/** The placeholders of all texts, each with the path of its text. */
function placeholders(texts: object): string[] {
  return Object.entries(texts)
    .flatMap(([name, text]: [string, string | object]) =>
      (typeof text === 'string' ? placeholdersOf(text) : placeholders(text)).map((one) => `${name} ${one}`),
    )
    .sort();
}

describe('the texts of notices', () => {
  it.each(['ar-EG', 'ja-JP'])('have the same placeholders in %s as in English', (locale) => {
    const english = placeholders(noticeTexts('en-US'));
    expect(english).toContain('lowBalance subject balance');
    expect(noticeTexts(locale)).not.toBe(noticeTexts('en-US'));
    expect(placeholders(noticeTexts(locale))).toEqual(english);
  });
});
