import type { SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import type { z } from 'zod';
import { parseForm } from '#app/http/body/parse-form.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';

type Data<Value> = ReturnType<typeof data<Value>>;

/** The answer to a form: a redirect, or data of its page. */
export type PageAnswer<Value> = Response | Data<Value>;

/**
 * Validates a form and carries it out; an invalid one is returned to its page with its errors and what was
 * typed, with status 400.
 * @param toAnswer places the form in the data of a page with several forms
 */
export async function submitForm<Schema extends z.ZodObject, Answer, Refused = { refused: SubmissionResult }>(
  form: FormData,
  rules: Schema,
  carryOut: (value: z.output<Schema>, submission: ReturnType<typeof parseForm<Schema>>) => Promise<Answer>,
  toAnswer = (refused: SubmissionResult) => ({ refused }) as Refused,
): Promise<Answer | Data<Refused>> {
  const submission = parseForm(form, rules);
  if (submission.status === 'success') return carryOut(submission.value, submission);
  return data(toAnswer(submission.reply()), { status: 400 });
}

/** Redirects to a page with a message of success, named by the key of its text. */
export function redirectWithToast(path: string, key: string, init: ResponseInit = {}): Response {
  const toast = flashCookie({ severity: 'success', key });
  return redirect(path, { ...init, headers: { 'set-cookie': toast } });
}
