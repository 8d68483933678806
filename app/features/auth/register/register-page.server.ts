import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { config } from '#app/core/platform/config.ts';
import { answerForm, registerErrorText, conflictText } from '#app/features/auth/form/form-answer.server.ts';
import { registerRules, RETURN_FIELD } from '#app/features/auth/form/rules.server.ts';
import { beginBrowserSession } from '#app/features/auth/login/sign-in.server.ts';
import { findUser } from '#app/features/auth/require-user.server.ts';
import { safePath } from '#app/features/auth/safe-path.ts';
import { authTexts } from '#app/features/auth/texts.server.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { toAppError } from '#app/http/error-response.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { register } from './registration.server.ts';

/** Loads the registration page; redirects to /login when registration is closed. */
export async function loadRegister({ request, context }: LoaderFunctionArgs) {
  const redirectTo = new URL(request.url).searchParams.get('redirectTo');
  if (await findUser(request, context)) throw redirect(safePath(redirectTo));
  if (!config().ALLOW_REGISTRATION) throw redirect('/login');
  return { redirectTo };
}

/** Opens the account and signs the browser in, or returns the form with its errors. */
export async function actOnRegister({ request, context }: ActionFunctionArgs) {
  if (!config().ALLOW_REGISTRATION) throw redirect('/login');
  const t = await authTexts(request);
  const submission = parseForm(await readForm(request), registerRules(t).safeExtend(RETURN_FIELD));
  if (submission.status !== 'success') return answerForm(submission);
  const { name, username, email, password } = submission.value;
  try {
    const locale = await detectLocale(request);
    const address = context.clientAddress;
    const userId = await register({ name, username, email, password, locale, address });
    return await beginBrowserSession({ userId, request, context, to: safePath(submission.value.redirectTo) });
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    if (error.code === 'conflict')
      return answerForm(submission, { fields: { [error.param ?? 'email']: conflictText(t, error) } }, error);
    return answerForm(submission, { form: registerErrorText(t)(error) }, error);
  }
}
