/** Maximum length of a template's name, in characters. */
export const TEMPLATE_TITLE_MAX = 100;

/** Maximum length of its text, in characters. */
export const TEMPLATE_TEXT_MAX = 8_000;

/** Maximum number of a user's own templates. */
export const TEMPLATES_MAX = 100;

/** Maximum length of a variable's value, in characters. */
export const VALUE_MAX = 4_000;

/** A starting text for a prompt, with variables as `{{names}}` to fill in. */
export interface PromptTemplate {
  promptId: string;
  title: string;
  text: string;
  /** It belongs to the caller. */
  isOwn: boolean;
}
