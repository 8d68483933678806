import type { SubmissionResult } from '@conform-to/react';
import type { PromptTemplate } from '#app/contracts/prompts/template.ts';

export const PROMPTS_PATH = '/prompts';
/** The place of a template that is not saved yet. */
export const NEW_PROMPT = 'new';

/** Letters of a search. */
export const SEARCH_MAX = 100;

/** A page of the templates. */
export interface PromptsData {
  entries: PromptTemplate[];
  search: string;
  page: number;
  pages: number;
  /** Places of the first and the last that is shown, from 1; of how many. */
  from: number;
  to: number;
  total: number;
}

/** What a form of a template is told. */
export interface PromptAnswer {
  refused?: SubmissionResult;
  /** In the reader's words. */
  error?: string;
}

/** The address of a page of templates. */
export function promptsHref(search: string, page: number): string {
  const query = new URLSearchParams({
    ...(search && { q: search }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? PROMPTS_PATH : `${PROMPTS_PATH}?${query.toString()}`;
}

/** The field of a form for the variable in a place. */
export const variableField = (place: number) => `variable.${place}`;
