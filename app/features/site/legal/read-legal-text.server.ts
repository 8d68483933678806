import { fillIn, placeholdersOf } from '#app/contracts/text/fill-in.ts';
import { config } from '#app/core/platform/config.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';

/**
 * A legal page as in its file. `{{email}}`, `{{community}}` and `{{name}}` in a paragraph are replaced by the
 * operator's settings. A paragraph that needs a missing setting is left out, so it must not contain anything
 * else.
 */
export interface LegalText {
  title: string;
  effective: string;
  sections: { heading: string; paragraphs: string[] }[];
}

// Not part of the interface's texts: those are sent with every page, and few users read these.
const FILES = import.meta.glob<LegalText>('./locales/*/*.json', { eager: true, import: 'default' });

/**
 * The terms or the privacy policy in the reader's language, with the operator's settings filled in.
 * @throws Error if the file of a language is missing
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
        paragraphs: paragraphs
          .filter((paragraph) => placeholdersOf(paragraph).every((name) => values[name] !== undefined))
          .map((paragraph) => fillIn(paragraph, values)),
      }))
      .filter(({ paragraphs }) => paragraphs.length > 0),
  };
}
