import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { AppError } from '#app/contracts/errors.ts';
import type { FormAnswer } from './use-auth-form.ts';

/** Never sent back to the page. */
const SECRETS = ['password', 'confirm_password', 'current_password', 'token'];

/** The form as it was filled in, with what is wrong; 400 unless an error says otherwise. */
export function answerForm(
  submission: Pick<Submission<unknown>, 'reply'>,
  errors: { form?: string; fields?: Record<string, string> } = {},
  error?: AppError,
) {
  const headers = new Headers();
  if (error?.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.retryAfterSeconds));
  const result = submission.reply({
    hideFields: SECRETS,
    ...(errors.form === undefined ? {} : { formErrors: [errors.form] }),
    ...(errors.fields ? { fieldErrors: listed(errors.fields) } : {}),
  });
  const status = error?.status ?? 400;
  return data<FormAnswer>({ result }, { status, headers });
}

function listed(fields: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, [message]]));
}
