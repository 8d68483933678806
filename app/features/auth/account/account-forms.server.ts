import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { AppError } from '#app/contracts/errors.ts';
import { changeProfile } from '#app/core/accounts/account-settings.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { normaliseEmail } from '#app/core/accounts/user.ts';
import { deleteAccount } from '#app/core/deletion/account-deletion.ts';
import { answerForm, loginErrorText, conflictText } from '#app/features/auth/form/form-answer.server.ts';
import {
  changeEmailRules,
  changePasswordRules,
  passwordRules,
  profileRules,
} from '#app/features/auth/form/rules.server.ts';
import { takeDownload } from '#app/features/auth/limits.server.ts';
import { authTexts, type AuthTexts } from '#app/features/auth/texts.server.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { toAppError } from '#app/http/error-response.ts';
import { clearSessionCookie } from '#app/http/session/session.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { ACCOUNT_PATH, type AccountAnswer, type TypedForm } from './account-page.ts';
import { changePassword, requestEmailChange, verifyCurrentPassword } from './credentials.server.ts';
import { confirmDownload, DATA_PATH } from './download/data-call.server.ts';

interface SentForm {
  act: TypedForm;
  form: FormData;
  request: Request;
  caller: Caller;
  context: ActionFunctionArgs['context'];
}

/** Key of the message that confirms an action on the page. */
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

/** Runs one of the page's forms, or returns it with its errors. */
export async function answerAccountForm({ act, form, request, caller, context }: SentForm) {
  const t = await authTexts(request);
  const address = context.clientAddress;
  const { user } = caller;
  const answer = <Schema extends z.ZodObject>(
    rules: Schema,
    carryOut: (value: z.output<Schema>) => Promise<Response>,
  ) => checked({ act, form, t, requestId: context.requestId, rules, carryOut });

  switch (act) {
    case 'profile':
      return answer(profileRules(t), async (names) => {
        await changeProfile(AUTOCOMMIT, { userId: user.id, ...names });
        return backToAccount('profileSaved');
      });
    case 'email':
      return answer(
        changeEmailRules(t).refine(({ email }) => normaliseEmail(email) !== user.email, {
          path: ['email'],
          message: t('email.same'),
        }),
        async ({ email, current_password: currentPassword }) => {
          const done = await requestEmailChange({ user, email, currentPassword, address });
          return backToAccount(done === 'changed' ? 'emailChanged' : 'emailPending');
        },
      );
    case 'password':
      return answer(changePasswordRules(t), async ({ current_password: currentPassword, password }) => {
        await changePassword({ caller, currentPassword, password, address });
        return backToAccount('changed');
      });
    case 'download':
      return answer(passwordRules(t), async ({ current_password: currentPassword }) => {
        await verifyCurrentPassword({ user, currentPassword, address });
        await takeDownload(user.id);
        return redirect(DATA_PATH, {
          status: 303,
          headers: { 'set-cookie': await confirmDownload(caller.session.id) },
        });
      });
    case 'delete':
      return answer(passwordRules(t), async ({ current_password: currentPassword }) => {
        await verifyCurrentPassword({ user, currentPassword, address });
        await deleteAccount(user.id);
        return redirect('/login?notice=deleted', { headers: { 'set-cookie': await clearSessionCookie() } });
      });
  }
}

interface Check<Schema extends z.ZodObject> {
  act: TypedForm;
  form: FormData;
  t: AuthTexts;
  requestId: string;
  rules: Schema;
  carryOut: (value: z.output<Schema>) => Promise<Response>;
}

async function checked<Schema extends z.ZodObject>(check: Check<Schema>) {
  const { act, form, t, requestId, rules, carryOut } = check;
  const submission = parseForm(form, rules);
  const answer = (
    ...errors: Parameters<typeof answerForm> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    const { data: wrong, init } = answerForm(submission, ...errors);
    return data<AccountAnswer>({ ...wrong, form: act }, init ?? undefined);
  };
  if (submission.status !== 'success') return answer();
  try {
    return await carryOut(submission.value);
  } catch (thrown) {
    const error = toAppError(thrown, requestId);
    return answer(messages(t, error), error);
  }
}

/** Returns messages for the field that is wrong, or for the whole form. */
function messages(t: AuthTexts, error: AppError): { form?: string; fields?: Record<string, string> } {
  if (error.code === 'invalid_credentials')
    return { fields: { current_password: t('account.wrongPassword') } };
  if (error.code === 'conflict' && error.param === 'role') return { form: t('account.lastAdmin') };
  if (error.code === 'conflict') return { fields: { [error.param ?? 'email']: conflictText(t, error) } };
  return { form: loginErrorText(t)(error) };
}

/** Redirects to the page with a message that confirms the action. */
export function backToAccount(done: Done): Response {
  const toast = flashCookie({ severity: 'success', key: `auth:account.${done}` });
  return redirect(ACCOUNT_PATH, { headers: { 'set-cookie': toast } });
}
