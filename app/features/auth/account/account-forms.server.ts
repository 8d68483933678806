import { data, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { AppError } from '#app/contracts/errors.ts';
import { changeProfile } from '#app/core/accounts/account-settings.ts';
import { normaliseEmail } from '#app/core/accounts/user.ts';
import { deleteAccount } from '#app/core/deletion/account-deletion.ts';
import {
  conflictText,
  loginErrorText,
  submitAuthForm,
  type FormErrors,
} from '#app/features/auth/form/form-answer.server.ts';
import {
  changeEmailRules,
  changePasswordRules,
  passwordRules,
  profileRules,
} from '#app/features/auth/form/rules.server.ts';
import { takeDownload } from '#app/features/auth/limits.server.ts';
import type { AuthTexts } from '#app/features/auth/texts.server.ts';
import type { SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast } from '#app/http/page/page-answers.ts';
import { clearSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { ACCOUNT_PATH, SIGN_IN_PATH, type AccountAnswer, type TypedForm } from './account-page.ts';
import { changePassword, requestEmailChange, verifyCurrentPassword } from './credentials.server.ts';
import { confirmDownload, DATA_PATH } from './download/data-call.server.ts';

type Sent = SentForm<'auth'>;

/** Key of the message that confirms an action. */
type Done =
  | 'ended'
  | 'othersEnded'
  | 'sent'
  | 'changed'
  | 'pictureSaved'
  | 'pictureRemoved'
  | 'profileSaved'
  | 'emailChanged'
  | 'emailPending'
  | 'emailCancelled';

/** The messages of forms on the page of the account; all others are of the sign-in. */
const OF_ACCOUNT: ReadonlySet<Done> = new Set(['pictureSaved', 'pictureRemoved', 'profileSaved']);

/** The acts of the forms with fields to type in: each carries its form out, or returns it with its errors. */
export const FORM_ACTS = {
  profile: (sent: Sent) =>
    submit('profile', sent, profileRules(sent.t), async (names) => {
      await changeProfile(AUTOCOMMIT, { userId: sent.user.id, ...names });
      return backToAccount('profileSaved');
    }),
  email: (sent: Sent) => {
    const { user, context, t } = sent;
    const rules = changeEmailRules(t).refine(({ email }) => normaliseEmail(email) !== user.email, {
      path: ['email'],
      message: t('email.same'),
    });
    return submit('email', sent, rules, async ({ email, current_password: currentPassword }) => {
      const address = context.clientAddress;
      const done = await requestEmailChange({ user, email, currentPassword, address });
      return backToAccount(done === 'changed' ? 'emailChanged' : 'emailPending');
    });
  },
  password: (sent: Sent) => {
    const { user, session, context, t } = sent;
    const address = context.clientAddress;
    return submit(
      'password',
      sent,
      changePasswordRules(t),
      async ({ current_password: currentPassword, password }) => {
        await changePassword({ caller: { user, session }, currentPassword, password, address });
        return backToAccount('changed');
      },
    );
  },
  download: (sent: Sent) =>
    submitPassword('download', sent, async ({ user, session }) => {
      await takeDownload(user.id);
      return redirect(DATA_PATH, {
        status: 303,
        headers: { 'set-cookie': await confirmDownload(session.id) },
      });
    }),
  delete: (sent: Sent) =>
    submitPassword('delete', sent, async ({ user }) => {
      await deleteAccount(user.id);
      return redirect('/login?notice=deleted', { headers: { 'set-cookie': await clearSessionCookie() } });
    }),
};

/** Submits a form whose only field is the current password. */
function submitPassword(act: TypedForm, sent: Sent, carryOut: (sent: Sent) => Promise<Response>) {
  const { user, context, t } = sent;
  return submit(act, sent, passwordRules(t), async ({ current_password: currentPassword }) => {
    await verifyCurrentPassword({ user, currentPassword, address: context.clientAddress });
    return carryOut(sent);
  });
}

async function submit<Schema extends z.ZodObject>(
  act: TypedForm,
  { form, context, t }: Sent,
  rules: Schema,
  carryOut: (value: z.output<Schema>) => Promise<Response>,
) {
  const answer = await submitAuthForm({ form, context, rules }, carryOut, (error) => messages(t, error));
  if (answer instanceof Response) return answer;
  return data<AccountAnswer>({ ...answer.data, form: act }, answer.init ?? undefined);
}

/** Returns messages for the field that is wrong, or for the whole form. */
function messages(t: AuthTexts, error: AppError): FormErrors {
  if (error.code === 'invalid_credentials')
    return { fields: { current_password: t('account.wrongPassword') } };
  if (error.code === 'conflict' && error.param === 'role') return { form: t('account.lastAdmin') };
  if (error.code === 'conflict') return { fields: { [error.param ?? 'email']: conflictText(t, error) } };
  return { form: loginErrorText(t)(error) };
}

/** Redirects to the page of a form with a message that confirms the action. */
export function backToAccount(done: Done): Response {
  return redirectWithToast(OF_ACCOUNT.has(done) ? ACCOUNT_PATH : SIGN_IN_PATH, `auth:account.${done}`);
}
