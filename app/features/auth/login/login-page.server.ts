import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import { config } from '#app/core/platform/config.ts';
import { answerForm, loginErrorText } from '#app/features/auth/form/form-answer.server.ts';
import { loginRules, RETURN_FIELD } from '#app/features/auth/form/rules.server.ts';
import { findUser } from '#app/features/auth/require-user.server.ts';
import { safePath } from '#app/features/auth/safe-path.ts';
import { authTexts } from '#app/features/auth/texts.server.ts';
import { parseForm, readFields } from '#app/http/body/parse-form.ts';
import { readFormRequest } from '#app/http/body/read-body.ts';
import { toAppError } from '#app/http/error-response.ts';
import { beginBrowserSession, signIn } from './sign-in.server.ts';

const CREDENTIALS = z.object({ email: z.string(), password: z.string() });

/** Loads the sign-in page; redirects a user who is already signed in. */
export async function loadLogin({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const redirectTo = query.get('redirectTo');
  if (await findUser(request, context)) throw redirect(safePath(redirectTo));
  return {
    redirectTo,
    registrationEnabled: config().ALLOW_REGISTRATION,
    banned: query.get('notice') === 'ban',
    deleted: query.get('notice') === 'deleted',
    passwordReset: query.get('notice') === 'reset',
  };
}

/** Signs a browser in, or returns the form with its errors. */
export async function actOnLogin({ request, context }: ActionFunctionArgs) {
  const t = await authTexts(request);
  const whole = await readFormRequest(request);
  const submission = parseForm(await whole.clone().formData(), loginRules(t).safeExtend(RETURN_FIELD));
  if (submission.status !== 'success') return answerForm(submission, { form: t('login.error.credentials') });
  try {
    const userId = await authenticatorFor(context.clientAddress).authenticate('form', whole);
    return await beginBrowserSession({ userId, request, context, to: safePath(submission.value.redirectTo) });
  } catch (thrown) {
    // An outage also returns the form, so that the typed values stay.
    const error = toAppError(thrown, context.requestId);
    return answerForm(submission, { form: loginErrorText(t)(error) }, error);
  }
}

/**
 * Creates the authenticator for a page's sign-in; it resolves to the user's id. Created per request, because
 * a strategy sees only the form and tries are counted by the caller's address.
 */
function authenticatorFor(address: string): Authenticator<string> {
  const authenticator = new Authenticator<string>();
  authenticator.use(
    new FormStrategy(({ form }) => signIn({ ...readFields(form, CREDENTIALS), address })),
    'form',
  );
  return authenticator;
}
