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

/** What a page of the operator is told by one of its forms that was not carried out. */
export interface OperatorAnswer {
  /** In the reader's words, above the page. */
  error?: string;
  /** A form that came back with what is wrong in it. */
  refused?: { act: string; form: SubmissionResult };
}

/**
 * The administrator who asks. To everybody else, signed in or not, these pages are not there.
 * @throws Response 404
 */
export async function requireAdmin(request: Request, context: AppLoadContext): Promise<SessionUser> {
  const user = await findUser(request, context);
  if (user?.role !== 'ADMIN') throw new Response(null, { status: 404 });
  return user;
}

/** The words of the operator's pages, for administrators. @throws Response 404 */
export async function loadOperatorTexts({ request, context }: { request: Request; context: AppLoadContext }) {
  await requireAdmin(request, context);
  return pageTexts(request, 'admin');
}

/** A form that an administrator has sent. */
export interface SentForm {
  admin: SessionUser;
  /** For the audit trail. */
  actor: string;
  form: FormData;
  params: ActionFunctionArgs['params'];
  t: TFunction<'admin'>;
}

type Answered = Response | ReturnType<typeof data<OperatorAnswer>>;

/**
 * The action of a page: who is no administrator is answered as if it were not there, and an error that its forms can meet
 * is said above the page.
 */
export function operatorAction(carryOut: (sent: SentForm) => Promise<Answered>, maxBytes?: number) {
  return async ({ request, context, params }: ActionFunctionArgs): Promise<Answered> => {
    const admin = await requireAdmin(request, context);
    const form = await readForm(request, maxBytes);
    const t = await translateFor(request, 'admin');
    try {
      await consumeWriteQuota(admin.id);
      return await carryOut({ admin, actor: adminActor(admin.id), form, params, t });
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown;
      const error = toAppError(thrown, context.requestId);
      const text = wordsFor(t, error);
      if (text === null) throw errorResponse(error);
      return data<OperatorAnswer>({ error: text }, { status: error.status });
    }
  };
}

/** The action of a page that has no forms. */
export async function refuseAction({ request, context }: ActionFunctionArgs): Promise<never> {
  await requireAdmin(request, context);
  throw new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
}

/** What a form of the operator says, or the form with what is wrong in it. */
export function readOperatorForm<Schema extends z.ZodObject>(
  { form }: SentForm,
  act: string,
  rules: Schema,
): { value: z.output<Schema> } | { answer: Answered } {
  const submission = parseForm(form, rules);
  if (submission.status === 'success') return { value: submission.value };
  return { answer: data<OperatorAnswer>({ refused: { act, form: submission.reply() } }, { status: 400 }) };
}

/** To a page that says what was done. */
export function doneAt(
  path: string,
  done: string,
  { params, severity = 'success' }: Partial<Flash> = {},
): Response {
  const toast = flashCookie({ severity, key: `admin:done.${done}`, ...(params && { params }) });
  return redirect(path, { headers: { 'set-cookie': toast } });
}

/** What a page says to an error that its forms can meet; null for others. */
function wordsFor(t: TFunction<'admin'>, error: AppError): string | null {
  if (error.code === 'message_limit') return t('error.tooMany');
  if (error.code === 'not_found') return t('error.gone');
  if (error.code === 'unavailable') return t('error.away');
  if (error.code === 'forbidden' && error.param === 'self') return t('error.self');
  if (error.code === 'conflict' && error.param === 'role') return t('error.lastAdmin');
  return null;
}
