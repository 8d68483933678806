import arabic from './texts/ar-EG.json';
import english from './texts/en-US.json';
import japanese from './texts/ja-JP.json';

type NoticeTexts = typeof english;

const TEXTS: Record<string, NoticeTexts> = { 'en-US': english, 'ar-EG': arabic, 'ja-JP': japanese };

/** The texts of mails that nobody asked for just then, in the language of a person, or in English. */
export function noticeTexts(locale: string | null): NoticeTexts {
  return TEXTS[locale ?? ''] ?? english;
}

/** A text with the values that it names between two braces on each side. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
