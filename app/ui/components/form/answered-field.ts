import type { SubmissionResult } from '@conform-to/react';

/** What an answer says of one field of its form: what was typed, '' where it was empty, and what is wrong with it. */
export function answeredField(
  answer: SubmissionResult,
  name: string,
): { typed: string; error: string | undefined } {
  const typed = answer.initialValue?.[name];
  return { typed: typeof typed === 'string' ? typed : '', error: answer.error?.[name]?.[0] };
}

/** What was chosen of a list of a form that came back. */
export function answeredList(answer: SubmissionResult, name: string): string[] {
  const chosen = answer.initialValue?.[name];
  return [chosen].flat().filter((value) => typeof value === 'string');
}
