import { redirect } from '@remix-run/node';
import { config } from '#app/core/platform/config.ts';
import {
  conflictText,
  registerErrorText,
  submitAuthForm,
} from '#app/features/auth/form/form-answer.server.ts';
import { registerRules, RETURN_FIELD } from '#app/features/auth/form/rules.server.ts';
import { beginBrowserSession } from '#app/features/auth/login/sign-in.server.ts';
import { safePath } from '#app/features/auth/safe-path.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { register } from './registration.server.ts';

/** Loads the registration page; redirects to /login when registration is closed. */
export const loadRegister = pageLoader({ auth: 'visitor' }, async ({ user, url }) => {
  const redirectTo = url.searchParams.get('redirectTo');
  if (user) throw redirect(safePath(redirectTo));
  if (!config().ALLOW_REGISTRATION) throw redirect('/login');
  return { redirectTo };
});

/** Opens the account and signs the browser in, or returns the form with its errors. */
export const actOnRegister = pageAction({
  auth: 'none',
  texts: 'auth',
  read: async ({ request }) => {
    if (!config().ALLOW_REGISTRATION) throw redirect('/login');
    return { form: await readForm(request) };
  },
  acts: ({ form, request, context, t }) =>
    submitAuthForm(
      { form, context, rules: registerRules(t).safeExtend(RETURN_FIELD) },
      async ({ name, username, email, password, redirectTo }) => {
        const locale = await detectLocale(request);
        const address = context.clientAddress;
        const userId = await register({ name, username, email, password, locale, address });
        return beginBrowserSession({ userId, request, context, to: safePath(redirectTo) });
      },
      (error) =>
        error.code === 'conflict'
          ? { fields: { [error.param ?? 'email']: conflictText(t, error) } }
          : { form: registerErrorText(t)(error) },
    ),
});
