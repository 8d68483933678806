import type { PromptTemplate } from '#app/contracts/prompts/template.ts';
import { FALLBACK_LANGUAGE } from '#app/ui/i18n/languages.ts';

type TemplateText = Pick<PromptTemplate, 'title' | 'text'>;

/** Built-in templates: `locales/<language>/templates.json`, by an id that is the same in every language. */
const FILES = import.meta.glob<Record<string, TemplateText>>('./locales/*/templates.json', {
  eager: true,
  import: 'default',
});

const inLanguage = (language: string) => FILES[`./locales/${language}/templates.json`];

/** Returns the built-in templates in a language, or in English. */
export function builtInTemplates(language: string): PromptTemplate[] {
  const words = inLanguage(language) ?? inLanguage(FALLBACK_LANGUAGE) ?? {};
  return Object.entries(words).map(([promptId, one]) => ({ promptId, ...one, isOwn: false }));
}

/** Returns the templates whose name or text contains every word of the search, in the given order. */
export function searchTemplates(templates: readonly PromptTemplate[], search: string): PromptTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter(({ title, text }) => {
    const inside = `${title}\n${text}`.toLowerCase();
    return words.every((word) => inside.includes(word));
  });
}
