import type { SubmissionResult } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { AppError } from '#app/contracts/errors.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { adminActor } from '#app/core/operator/act.ts';
import { findUser } from '#app/features/auth/require-user.server.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import type { Flash } from '#app/ui/toasts/toast.ts';

/** Response of a form on an operator page that was not carried out. */
export interface OperatorAnswer {
  /** In the reader's language, shown above the page. */
  error?: string;
  /** A form with its errors. */
  refused?: { act: string; form: SubmissionResult };
}

/**
 * Returns the administrator who makes the request. For all others, signed in or not, these pages do not
 * exist.
 * @throws Response 404
 */
export async function requireAdmin(request: Request, context: AppLoadContext): Promise<SessionUser> {
  const user = await findUser(request, context);
  if (user?.role !== 'ADMIN') throw new Response(null, { status: 404 });
  return user;
}

/** Loads the texts of the operator's pages, for administrators. @throws Response 404 */
export async function loadOperatorTexts({ request, context }: { request: Request; context: AppLoadContext }) {
  await requireAdmin(request, context);
  return pageTexts(request, 'admin');
}

/** A form that an administrator has sent. */
export interface SentForm {
  admin: SessionUser;
  /** Name of the administrator in the audit trail. */
  actor: string;
  form: FormData;
  params: ActionFunctionArgs['params'];
  t: TFunction<'admin'>;
}

type OperatorResponse = Response | ReturnType<typeof data<OperatorAnswer>>;

/**
 * Creates the action of a page: for users who are not administrators it does not exist (404), and a known
 * error of its forms is shown above the page.
 */
export function operatorAction(carryOut: (sent: SentForm) => Promise<OperatorResponse>, maxBytes?: number) {
  return async ({ request, context, params }: ActionFunctionArgs): Promise<OperatorResponse> => {
    const admin = await requireAdmin(request, context);
    const form = await readForm(request, maxBytes);
    const t = await translateFor(request, 'admin');
    try {
      await consumeWriteQuota(admin.id);
      return await carryOut({ admin, actor: adminActor(admin.id), form, params, t });
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown;
      const error = toAppError(thrown, context.requestId);
      const text = errorText(t, error);
      if (text === null) throw errorResponse(error);
      return data<OperatorAnswer>({ error: text }, { status: error.status });
    }
  };
}

/** Action of a page without forms. */
export async function refuseAction({ request, context }: ActionFunctionArgs): Promise<never> {
  await requireAdmin(request, context);
  throw new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
}

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
function errorText(t: TFunction<'admin'>, error: AppError): string | null {
  if (error.code === 'message_limit') return t('error.tooMany');
  if (error.code === 'not_found') return t('error.gone');
  if (error.code === 'unavailable') return t('error.away');
  if (error.code === 'forbidden' && error.param === 'self') return t('error.self');
  if (error.code === 'conflict' && error.param === 'role') return t('error.lastAdmin');
  return null;
}
