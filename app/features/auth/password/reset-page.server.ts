import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { toAppError } from '#app/http/error-response.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { resetErrorText } from '#app/features/auth/form/error-texts.server.ts';
import { answerForm } from '#app/features/auth/form/form-answer.server.ts';
import { isResetLinkGood, resetPassword } from './reset-password.server.ts';
import { resetPasswordRules } from '#app/features/auth/form/rules.server.ts';
import { authTexts } from '#app/features/auth/texts.server.ts';

/** The link's parts, and whether it would still work: who opens an old link is told before typing. */
export async function loadReset({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const link = { token: query.get('token') ?? '', userId: query.get('userId') ?? '' };
  const whole = link.token !== '' && link.userId !== '';
  return { ...link, expired: whole && !(await isResetLinkGood(link)) };
}

/** Sets the new password, or answers the form with what is wrong. */
export async function actOnReset({ request, context }: ActionFunctionArgs) {
  const t = await authTexts(request);
  const submission = parseForm(await readForm(request), resetPasswordRules(t));
  if (submission.status !== 'success') return answerForm(submission);
  try {
    await resetPassword(submission.value);
    return { done: true as const };
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    if (error.code === 'invalid_reset_token') return { expired: true as const };
    return answerForm(submission, { form: resetErrorText(t)(error) }, error);
  }
}
