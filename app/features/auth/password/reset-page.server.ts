import { redirect } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import {
  requestResetErrorText,
  resetErrorText,
  submitAuthForm,
} from '#app/features/auth/form/form-answer.server.ts';
import { requestResetRules, resetPasswordRules } from '#app/features/auth/form/rules.server.ts';
import { AFTER_SIGN_IN } from '#app/features/auth/safe-path.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { isResetLinkGood, requestReset, resetPassword, type ResetWay } from './password-reset.server.ts';

/** Result of a request for a reset. `path` is that of the inline link, if it may be shown. */
export interface ResetRequested {
  way: ResetWay;
  path: string | null;
}

/**
 * Loads the parts of the link and whether it is valid, so that an old link is reported before the user types.
 */
export const loadReset = pageLoader({ auth: 'none' }, async ({ url }) => {
  const query = url.searchParams;
  const link = { token: query.get('token') ?? '', userId: query.get('userId') ?? '' };
  const whole = link.token !== '' && link.userId !== '';
  return { ...link, expired: whole && !(await isResetLinkGood(link)) };
});

/** Sets the new password, or returns the form with its errors. */
export const actOnReset = pageAction({
  auth: 'none',
  texts: 'auth',
  acts: ({ form, context, t }) =>
    submitAuthForm(
      { form, context, rules: resetPasswordRules(t) },
      async (reset) => {
        try {
          await resetPassword(reset);
          return { done: true as const };
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'invalid_reset_token') throw error;
          return { expired: true as const };
        }
      },
      (error) => ({ form: resetErrorText(t)(error) }),
    ),
});

export const loadForgot = pageLoader({ auth: 'visitor' }, ({ user }) => {
  if (user) throw redirect(AFTER_SIGN_IN);
  return null;
});

/** Requests a reset by mail or by a link on the page, or reports that the operator resets passwords. */
export const actOnForgot = pageAction({
  auth: 'none',
  texts: 'auth',
  acts: ({ form, context, t }) =>
    submitAuthForm(
      { form, context, rules: requestResetRules(t) },
      async ({ email }) => {
        const { way, link } = await requestReset({
          email,
          address: context.clientAddress,
          isLocal: context.isLocal(),
        });
        const path = link === null ? null : new URL(link).pathname + new URL(link).search;
        return { requested: { way, path } satisfies ResetRequested };
      },
      (error) => ({ form: requestResetErrorText(t)(error) }),
    ),
});
