import { redirect } from '@remix-run/node';
import { z } from 'zod';
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
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  findOwnTemplate,
} from '#app/core/prompts/own-templates.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast, submitForm } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { NEW_PROMPT, PROMPTS_PATH, variableField, type PromptAnswer } from './prompts-data.ts';
import { builtInTemplates } from './templates.server.ts';

type Sent = SentForm<'prompts'>;

interface Named {
  userId: string;
  promptId: string;
}

/** Loads one template, to use it, or to edit it if the caller owns it; null for a new one. */
export const loadPrompt = pageLoader({ auth: 'user' }, async (page) => {
  const prompt = namedBy(page).promptId === NEW_PROMPT ? null : await findTemplate(page);
  return { prompt, texts: await pageTexts(page.request, 'prompts') };
});

/** Runs the form whose button was pressed, named by `act`. */
export const actOnPrompt = pageAction({
  auth: 'user',
  texts: 'prompts',
  acts: { use, save, delete: remove },
  refuse: (error, { t }): PromptAnswer | null =>
    error.code === 'conflict' ? { error: t('error.full', { max: TEMPLATES_MAX }) } : null,
});

function namedBy({ user, params }: Pick<PageRequest, 'user' | 'params'>): Named {
  return { userId: user.id, promptId: String(params.promptId) };
}

/** @throws AppError not_found */
async function findTemplate(page: PageRequest): Promise<PromptTemplate> {
  const { request } = page;
  const named = namedBy(page);
  const ours = builtInTemplates(await detectLocale(request)).find(
    ({ promptId }) => promptId === named.promptId,
  );
  return ours ?? findOwnTemplate(AUTOCOMMIT, named);
}

/** Stores the filled-in text as the draft of a new conversation. */
async function use(sent: Sent) {
  const { form, user } = sent;
  const { text } = await findTemplate(sent);
  const filled = variablesOf(text).flatMap((name, place): [string, string][] => {
    const value = form.get(variableField(place));
    return typeof value === 'string' && value.trim() !== ''
      ? [[name, value.replaceAll('\r\n', '\n').slice(0, VALUE_MAX)]]
      : [];
  });
  const draft = fillVariables(text, new Map(filled));
  await saveDraft(AUTOCOMMIT, { userId: user.id, conversationKey: NEW_CONVERSATION }, draft);
  return redirect(`/chat/${NEW_CONVERSATION}?filled=1`);
}

async function save({ form, t, ...page }: Sent) {
  const named = namedBy(page);
  const isNew = named.promptId === NEW_PROMPT;
  // Checked before the form is read: a template of another user does not exist, whatever the form holds.
  if (!isNew) await findOwnTemplate(AUTOCOMMIT, named);
  const title = t('error.name', { max: TEMPLATE_TITLE_MAX });
  const text = t('error.text', { max: TEMPLATE_TEXT_MAX });
  const rules = z.object({
    title: z.string(title).trim().min(1, title).max(TEMPLATE_TITLE_MAX, title),
    text: z
      .string(text)
      .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
      .pipe(z.string().min(1, text).max(TEMPLATE_TEXT_MAX, text)),
  });
  return submitForm(form, rules, async (template) => {
    if (isNew) await createTemplate(named.userId, template);
    else await changeTemplate(named, template);
    return redirectWithToast(PROMPTS_PATH, 'prompts:done.saved');
  });
}

async function remove(sent: Sent) {
  await deleteTemplate(namedBy(sent));
  return redirectWithToast(PROMPTS_PATH, 'prompts:done.deleted');
}
