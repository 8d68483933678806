import type { Submission } from '@conform-to/react';
import { data, type AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import type { AppError } from '#app/contracts/errors.ts';
import type { AuthTexts } from '#app/features/auth/texts.server.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { toAppError } from '#app/http/error-response.ts';
import type { FormAnswer } from './use-auth-form.ts';

/** Fields that are never sent back to the page. */
const SECRETS = ['password', 'confirm_password', 'current_password', 'token'];

export const loginErrorText = (t: AuthTexts) => (error: AppError) => t(loginErrorKey(error.status));

/** Keys of the texts for a failed sign-in. */
type LoginErrorKey =
  | 'login.error.tooMany'
  | 'login.error.banned'
  | 'login.error.server'
  | 'login.error.credentials';

/** The specification's sentence, followed by the reason. */
export const registerErrorText = (t: AuthTexts) => (error: AppError) => {
  const reasons: Partial<Record<AppError['code'], string>> = {
    conflict: conflictText(t, error),
    registration_disabled: t('register.disabled'),
    too_many_tries: t('register.tooMany'),
    unavailable: t('register.server'),
  };
  return t('register.error', { message: reasons[error.code] ?? '' }).trim();
};

export const requestResetErrorText = (t: AuthTexts) => (error: AppError) => {
  if (error.code === 'not_found') return t('forgot.error');
  return error.code === 'too_many_tries' ? t('forgot.tooMany') : t('forgot.failed');
};

export const resetErrorText = (t: AuthTexts) => (error: AppError) =>
  error.code === 'invalid_reset_token' ? t('reset.invalid') : t('forgot.failed');

/** Messages for the whole form, and for its fields by name. */
export interface FormErrors {
  form?: string;
  fields?: Record<string, string>;
}

/**
 * Validates a form and carries it out. A form that is invalid, or fails, is returned with its values and
 * errors; an outage also returns it, so that what was typed stays.
 * @param explain returns the messages for an error
 * @param invalid messages for an invalid form, besides those of its fields
 */
export async function submitAuthForm<Schema extends z.ZodObject, Answer>(
  { form, context, rules }: { form: FormData; context: AppLoadContext; rules: Schema },
  carryOut: (value: z.output<Schema>) => Promise<Answer>,
  explain: (error: AppError) => FormErrors,
  invalid: FormErrors = {},
): Promise<Answer | ReturnType<typeof answerForm>> {
  const submission = parseForm(form, rules);
  if (submission.status !== 'success') return answerForm(submission, invalid);
  try {
    return await carryOut(submission.value);
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    return answerForm(submission, explain(error), error);
  }
}

/** Returns the form with its values and errors; status 400 unless the error has another one. */
function answerForm(submission: Pick<Submission<unknown>, 'reply'>, errors: FormErrors, error?: AppError) {
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

/** Returns the message for a username or an e-mail address that is already in use. */
export function conflictText(t: AuthTexts, error: AppError): string {
  return error.param === 'username' ? t('username.taken') : t('email.taken');
}

/**
 * Returns the text for a failed sign-in by its status, as the specification maps it. The specification names
 * only 500; 502 to 504 have the same text here, because "check your credentials" would make users look for a
 * mistake that is not theirs.
 */
function loginErrorKey(status: number): LoginErrorKey {
  if (status === 429) return 'login.error.tooMany';
  if (status === 403) return 'login.error.banned';
  return status >= 500 ? 'login.error.server' : 'login.error.credentials';
}
