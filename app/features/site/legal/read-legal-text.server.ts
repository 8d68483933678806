import { config } from '#app/core/platform/config.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';

/**
 * A legal page as the files hold it. In a paragraph `{{email}}`, `{{community}}` and `{{name}}` stand for what the
 * operator has set; one that needs what is not set is left out, so nothing else stands in it.
 */
export interface LegalText {
  title: string;
  effective: string;
  sections: { heading: string; paragraphs: string[] }[];
}

// Not part of the interface's texts: those are sent with every page, these are read by few.
const FILES = import.meta.glob<LegalText>('./locales/*/*.json', { eager: true, import: 'default' });

/**
 * The terms or the privacy policy in the reader's language, with what the operator has set in place.
 * @throws Error when the file of a language is missing
 */
export async function readLegalText(request: Request, page: 'terms' | 'privacy'): Promise<LegalText> {
  const text = FILES[`./locales/${await detectLocale(request)}/${page}.json`];
  if (!text) throw new Error(`No text of the page ${page}`);
  const { FEEDBACK_EMAIL, COMMUNITY_URL, APP_TITLE } = config();
  const values: Record<string, string | undefined> = {
    email: FEEDBACK_EMAIL,
    community: COMMUNITY_URL,
    name: APP_TITLE,
  };
  return {
    ...text,
    sections: text.sections
      .map(({ heading, paragraphs }) => ({
        heading,
        paragraphs: paragraphs.flatMap((paragraph) => filledIn(paragraph, values) ?? []),
      }))
      .filter(({ paragraphs }) => paragraphs.length > 0),
  };
}

/** A paragraph with what the operator has set; null for one that needs what is not set. */
function filledIn(paragraph: string, values: Record<string, string | undefined>): string | null {
  const names = [...paragraph.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return null;
  return paragraph.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
