import type { SubmissionResult } from '@conform-to/react';
import type { PromptTemplate } from '#app/contracts/prompts/template.ts';

export const PROMPTS_PATH = '/prompts';
/** Replaces the id in the path of a new template. */
export const NEW_PROMPT = 'new';

/** Max letters of a search. */
export const SEARCH_MAX = 100;

/** A page of templates. */
export interface PromptsData {
  entries: PromptTemplate[];
  search: string;
  page: number;
  pages: number;
  /** Positions of the first and the last visible template, from 1, and the number of all. */
  from: number;
  to: number;
  total: number;
}

/** Response of a template's form. */
export interface PromptAnswer {
  refused?: SubmissionResult;
  /** In the reader's language. */
  error?: string;
}

/** Returns the address of a page of templates. */
export function promptsHref(search: string, page: number): string {
  const query = new URLSearchParams({
    ...(search && { q: search }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? PROMPTS_PATH : `${PROMPTS_PATH}?${query.toString()}`;
}

/** Returns the field name of the variable at a position. */
export const variableField = (place: number) => `variable.${place}`;
