import type { SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import type { Translate } from '#app/ui/i18n/translation.ts';
import type { z } from 'zod';
import type { AppError } from '#app/contracts/errors.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { adminActor } from '#app/core/operator/act.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import type { Flash } from '#app/ui/toasts/toast.ts';

/** Response of a form on an operator page that was not carried out. */
export interface OperatorAnswer {
  /** In the reader's language, shown above the page. */
  error?: string;
  /** A form with its errors. */
  refused?: { act: string; form: SubmissionResult };
}

/** Loads the texts of the operator's pages, for administrators. @throws Response 404 */
export const loadOperatorTexts = pageLoader({ auth: 'admin' }, ({ request }) => pageTexts(request, 'admin'));

/** A form that an administrator has sent. */
export interface SentForm {
  admin: SessionUser;
  /** Name of the administrator in the audit trail. */
  actor: string;
  form: FormData;
  params: PageRequest['params'];
  t: Translate<'admin'>;
}

type OperatorResponse = Response | ReturnType<typeof data<OperatorAnswer>>;

/**
 * Creates the action of a page: for users who are not administrators it does not exist (404), and a known
 * error of its forms is shown above the page.
 */
export function operatorAction(carryOut: (sent: SentForm) => Promise<OperatorResponse>, maxBytes?: number) {
  return pageAction({
    auth: 'admin',
    texts: 'admin',
    read: async ({ request }) => ({ form: await readForm(request, maxBytes) }),
    acts: ({ user, form, params, t }) =>
      carryOut({ admin: user, actor: adminActor(user.id), form, params, t }),
    refuse: (error, { t }): OperatorAnswer | null => {
      const text = errorText(t, error);
      return text === null ? null : { error: text };
    },
  });
}

/** Action of a page without forms. */
export const refuseAction = pageLoader({ auth: 'admin' }, (): never => {
  throw new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
});

/** Reads a form of the operator; returns its values, or the form with its errors. */
export function readOperatorForm<Schema extends z.ZodObject>(
  { form }: SentForm,
  act: string,
  rules: Schema,
): { value: z.output<Schema> } | { answer: OperatorResponse } {
  const submission = parseForm(form, rules);
  if (submission.status === 'success') return { value: submission.value };
  return { answer: data<OperatorAnswer>({ refused: { act, form: submission.reply() } }, { status: 400 }) };
}

/** Redirects to a page with a message that confirms the action. */
export function doneAt(
  path: string,
  done: string,
  { params, severity = 'success' }: Partial<Flash> = {},
): Response {
  const toast = flashCookie({ severity, key: `admin:done.${done}`, ...(params && { params }) });
  return redirect(path, { headers: { 'set-cookie': toast } });
}

/** Returns the text of a known error of the page's forms; null for others. */
function errorText(t: Translate<'admin'>, error: AppError): string | null {
  if (error.code === 'message_limit') return t('error.tooMany');
  if (error.code === 'not_found') return t('error.gone');
  if (error.code === 'unavailable') return t('error.away');
  if (error.code === 'forbidden' && error.param === 'self') return t('error.self');
  if (error.code === 'conflict' && error.param === 'role') return t('error.lastAdmin');
  return null;
}
