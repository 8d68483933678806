import { redirect } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { z } from 'zod';
import { config } from '#app/core/platform/config.ts';
import { loginErrorText, submitAuthForm } from '#app/features/auth/form/form-answer.server.ts';
import { loginRules, RETURN_FIELD } from '#app/features/auth/form/rules.server.ts';
import { safePath } from '#app/features/auth/safe-path.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm, readFormRequest } from '#app/http/body/read-body.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { beginBrowserSession, signIn } from './sign-in.server.ts';

const CREDENTIALS = z.object({ email: z.string(), password: z.string() });

/** Loads the sign-in page; redirects a user who is already signed in. */
export const loadLogin = pageLoader({ auth: 'visitor' }, async ({ user, url }) => {
  const query = url.searchParams;
  const redirectTo = query.get('redirectTo');
  if (user) throw redirect(safePath(redirectTo));
  return {
    redirectTo,
    registrationEnabled: config().ALLOW_REGISTRATION,
    banned: query.get('notice') === 'ban',
    deleted: query.get('notice') === 'deleted',
    passwordReset: query.get('notice') === 'reset',
  };
});

/** Signs a browser in, or returns the form with its errors. */
export const actOnLogin = pageAction({
  auth: 'none',
  texts: 'auth',
  read: readSent,
  acts: ({ form, whole, request, context, t }) =>
    submitAuthForm(
      { form, context, rules: loginRules(t).safeExtend(RETURN_FIELD) },
      async ({ redirectTo }) => {
        const userId = await authenticatorFor(context.clientAddress).authenticate('form', whole);
        return beginBrowserSession({ userId, request, context, to: safePath(redirectTo) });
      },
      (error) => ({ form: loginErrorText(t)(error) }),
      { form: t('login.error.credentials') },
    ),
});

/** Reads the form, and the request for the strategy, which reads the form itself. */
async function readSent({ request }: { request: Request }) {
  const whole = await readFormRequest(request);
  return { whole, form: await readForm(whole.clone()) };
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
