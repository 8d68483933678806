import { config } from '#app/core/platform/config.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';

/** A legal page as the files hold it. `{{email}}` in a paragraph stands for the operator's address. */
export interface LegalText {
  title: string;
  effective: string;
  sections: { heading: string; paragraphs: string[] }[];
}

// Not part of the interface's texts: those are sent with every page, these are read by few.
const FILES = import.meta.glob<LegalText>('./locales/*/*.json', { eager: true, import: 'default' });

/**
 * The terms or the privacy policy in the reader's language, with the operator's address and name in place.
 * @throws Error when the file of a language is missing
 */
export async function readLegalText(request: Request, page: 'terms' | 'privacy'): Promise<LegalText> {
  const text = FILES[`./locales/${await detectLocale(request)}/${page}.json`];
  if (!text) throw new Error(`No text of the page ${page}`);
  const { FEEDBACK_EMAIL: email, APP_TITLE: name } = config();
  return {
    ...text,
    sections: text.sections.map(({ heading, paragraphs }) => ({
      heading,
      paragraphs: paragraphs
        // A paragraph that needs an address is left out where the operator has set none.
        .filter((paragraph) => email !== undefined || !paragraph.includes('{{email}}'))
        .map((paragraph) => paragraph.replaceAll('{{email}}', email ?? '').replaceAll('{{name}}', name)),
    })),
  };
}
