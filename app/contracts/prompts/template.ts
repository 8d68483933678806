/** Letters of the name of a prompt template. */
export const TEMPLATE_TITLE_MAX = 100;

/** Letters of its text. */
export const TEMPLATE_TEXT_MAX = 8_000;

/** Templates of one's own. */
export const TEMPLATES_MAX = 100;

/** Letters of what is filled in for a variable. */
export const VALUE_MAX = 4_000;

/** A text to begin with, in which `{{names}}` stand for what is to be filled in. */
export interface PromptTemplate {
  promptId: string;
  title: string;
  text: string;
  /** One of the caller's own. */
  isOwn: boolean;
}
