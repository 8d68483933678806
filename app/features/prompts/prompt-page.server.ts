import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import {
  TEMPLATE_TEXT_MAX,
  TEMPLATE_TITLE_MAX,
  TEMPLATES_MAX,
  VALUE_MAX,
  type PromptTemplate,
} from '#app/contracts/prompts/template.ts';
import { fillVariables, variablesOf } from '#app/contracts/prompts/variables.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  findOwnTemplate,
} from '#app/core/prompts/own-templates.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { parseForm, readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { NEW_PROMPT, PROMPTS_PATH, variableField, type PromptAnswer } from './prompts-data.ts';
import { builtInTemplates } from './templates.server.ts';

const BUTTON = z.object({ act: z.enum(['use', 'save', 'delete']) });

interface Named {
  userId: string;
  promptId: string;
}

/** Loads one template, to use it, or to edit it if the caller owns it; null for a new one. */
export async function loadPrompt({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const named = { userId: user.id, promptId: String(params.promptId) };
  try {
    const prompt = named.promptId === NEW_PROMPT ? null : await findTemplate(request, named);
    return { prompt, texts: await pageTexts(request, 'prompts') };
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

/** Runs the form whose button was pressed, named by `act`. */
export async function actOnPrompt({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const named = { userId: user.id, promptId: String(params.promptId) };
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const { act } = readFields(form, BUTTON);
    if (act === 'use') return await use(named.userId, await findTemplate(request, named), form);
    if (act === 'save') return await save(request, named, form);
    await deleteTemplate(named);
    return back('deleted');
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    if (error.code !== 'conflict') throw errorResponse(error);
    const t = await translateFor(request, 'prompts');
    return data<PromptAnswer>({ error: t('error.full', { max: TEMPLATES_MAX }) }, { status: error.status });
  }
}

/** @throws AppError not_found */
async function findTemplate(request: ApiRequest, named: Named): Promise<PromptTemplate> {
  const ours = builtInTemplates(await detectLocale(request)).find(
    ({ promptId }) => promptId === named.promptId,
  );
  return ours ?? findOwnTemplate(AUTOCOMMIT, named);
}

/** Stores the filled-in text as the draft of a new conversation. */
async function use(userId: string, { text }: PromptTemplate, form: FormData): Promise<Response> {
  const filled = variablesOf(text).flatMap((name, place): [string, string][] => {
    const value = form.get(variableField(place));
    return typeof value === 'string' && value.trim() !== ''
      ? [[name, value.replaceAll('\r\n', '\n').slice(0, VALUE_MAX)]]
      : [];
  });
  const draft = fillVariables(text, new Map(filled));
  await saveDraft(AUTOCOMMIT, { userId, conversationKey: NEW_CONVERSATION }, draft);
  return redirect(`/chat/${NEW_CONVERSATION}?filled=1`);
}

async function save(request: Request, named: Named, form: FormData) {
  const isNew = named.promptId === NEW_PROMPT;
  // Checked before the form is read: a template of another user does not exist, whatever the form holds.
  if (!isNew) await findOwnTemplate(AUTOCOMMIT, named);
  const t = await translateFor(request, 'prompts');
  const title = t('error.name', { max: TEMPLATE_TITLE_MAX });
  const text = t('error.text', { max: TEMPLATE_TEXT_MAX });
  const rules = z.object({
    title: z.string(title).trim().min(1, title).max(TEMPLATE_TITLE_MAX, title),
    text: z
      .string(text)
      .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
      .pipe(z.string().min(1, text).max(TEMPLATE_TEXT_MAX, text)),
  });
  const submission = parseForm(form, rules);
  if (submission.status !== 'success')
    return data<PromptAnswer>({ refused: submission.reply() }, { status: 400 });
  if (isNew) await createTemplate(named.userId, submission.value);
  else await changeTemplate(named, submission.value);
  return back('saved');
}

function back(done: 'saved' | 'deleted'): Response {
  const toast = flashCookie({ severity: 'success', key: `prompts:done.${done}` });
  return redirect(PROMPTS_PATH, { headers: { 'set-cookie': toast } });
}
