import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import {
  answerForm,
  requestResetErrorText,
  resetErrorText,
} from '#app/features/auth/form/form-answer.server.ts';
import { requestResetRules, resetPasswordRules } from '#app/features/auth/form/rules.server.ts';
import { findUser } from '#app/features/auth/require-user.server.ts';
import { AFTER_SIGN_IN } from '#app/features/auth/safe-path.ts';
import { authTexts } from '#app/features/auth/texts.server.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { toAppError } from '#app/http/error-response.ts';
import { isResetLinkGood, requestReset, resetPassword, type ResetWay } from './password-reset.server.ts';

/** Result of a request for a reset. `path` is that of the inline link, if it may be shown. */
export interface ResetRequested {
  way: ResetWay;
  path: string | null;
}

/**
 * Loads the parts of the link and whether it is valid, so that an old link is reported before the user types.
 */
export async function loadReset({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const link = { token: query.get('token') ?? '', userId: query.get('userId') ?? '' };
  const whole = link.token !== '' && link.userId !== '';
  return { ...link, expired: whole && !(await isResetLinkGood(link)) };
}

/** Sets the new password, or returns the form with its errors. */
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

export async function loadForgot({ request, context }: LoaderFunctionArgs) {
  if (await findUser(request, context)) throw redirect(AFTER_SIGN_IN);
  return null;
}

/** Requests a reset by mail or by a link on the page, or reports that the operator resets passwords. */
export async function actOnForgot({ request, context }: ActionFunctionArgs) {
  const t = await authTexts(request);
  const submission = parseForm(await readForm(request), requestResetRules(t));
  if (submission.status !== 'success') return answerForm(submission);
  try {
    const { email } = submission.value;
    const { way, link } = await requestReset({
      email,
      address: context.clientAddress,
      isLocal: context.isLocal(),
    });
    const path = link === null ? null : new URL(link).pathname + new URL(link).search;
    return { requested: { way, path } satisfies ResetRequested };
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    return answerForm(submission, { form: requestResetErrorText(t)(error) }, error);
  }
}
