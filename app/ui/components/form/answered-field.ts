import type { SubmissionResult } from '@conform-to/react';

/** The typed value and the error of one field in the result of its form; the value is '' if it was empty. */
export function answeredField(
  answer: SubmissionResult,
  name: string,
): { typed: string; error: string | undefined } {
  const typed = answer.initialValue?.[name];
  return { typed: typeof typed === 'string' ? typed : '', error: answer.error?.[name]?.[0] };
}

/** The chosen values of a list in the result of its form. */
export function answeredList(answer: SubmissionResult, name: string): string[] {
  const chosen = answer.initialValue?.[name];
  return [chosen].flat().filter((value) => typeof value === 'string');
}
