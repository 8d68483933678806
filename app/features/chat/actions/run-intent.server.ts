import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { toAppError } from '#app/http/error-response.ts';
import { readFields, TEXT_AS_TYPED } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { INTENTS, type ActionAnswer, type Intent } from './action-answer.ts';
import { chooseModel, clear, detach, remove, rename, use } from './change-conversations.server.ts';
import { chooseBranch, saveEdit, stop } from './change-messages.server.ts';
import { openOptions, setOptions } from './change-options.server.ts';
import { savePreset, usePreset } from './change-presets.server.ts';
import {
  BAR_MODEL_FIELD,
  KEEP_BUTTON,
  OPEN_BUTTON,
  RESET_BUTTON,
  SAVE_PRESET_BUTTON,
  USE_PRESET_BUTTON,
} from '#app/ui/options/option-inputs.ts';
import { typedOptions } from '#app/ui/options/typed-options.ts';
import { keepUnsent } from './keep-unsent.server.ts';
import { readChatForm, viewAttached, viewChoice } from './read-chat-form.server.ts';
import { type IntentArgs, type IntentResult } from './intent-args.server.ts';
import { continueReply, editAndSend, regenerate, send } from './send.server.ts';

const RUN: Record<Intent, (args: IntentArgs) => Promise<IntentResult>> = {
  send,
  regenerate,
  continue: continueReply,
  edit: editAndSend,
  'save-edit': saveEdit,
  stop,
  'choose-branch': chooseBranch,
  'choose-model': chooseModel,
  detach,
  use,
  'open-options': openOptions,
  'set-options': setOptions,
  'use-preset': usePreset,
  'save-preset': savePreset,
  rename,
  delete: remove,
  clear,
};

/** What asks a model counts as a call, the rest as a change. */
const ASKING = new Set<Intent>(['send', 'regenerate', 'continue', 'edit']);

/** What every form of the chat may say of itself. */
const ENVELOPE = z.object({
  intent: z.string().optional(),
  chosenModel: TEXT_AS_TYPED,
  removedFile: TEXT_AS_TYPED,
  usedFile: TEXT_AS_TYPED,
  [BAR_MODEL_FIELD]: TEXT_AS_TYPED,
  [OPEN_BUTTON]: TEXT_AS_TYPED,
  [KEEP_BUTTON]: TEXT_AS_TYPED,
  [RESET_BUTTON]: TEXT_AS_TYPED,
  [USE_PRESET_BUTTON]: TEXT_AS_TYPED,
  [SAVE_PRESET_BUTTON]: TEXT_AS_TYPED,
  enhanced: TEXT_AS_TYPED,
  text: z.string().default(''),
});

/**
 * Does what a form of the chat asks for. Without scripts the browser is sent to the page that shows the
 * result; a script, which says so in `enhanced`, gets data and stays. An error comes back with the typed
 * text, so that the page can show both.
 */
export async function runIntent({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context).catch(async (signIn: unknown) => {
    await keepUnsent(request, params.conversationId);
    throw signIn;
  });
  const { form, refusal } = await readChatForm(request, user.id);
  const envelope = readFields(form, ENVELOPE);
  if (envelope[BAR_MODEL_FIELD]) form.set('model', envelope[BAR_MODEL_FIELD]);
  const intent = readIntent(envelope);
  const shown = params.conversationId;
  const args: IntentArgs = {
    userId: user.id,
    requestId: context.requestId,
    address: context.clientAddress,
    conversationId: shown === undefined || shown === NEW_CONVERSATION ? null : shown,
    form,
    cookies: request.headers.get('cookie'),
  };
  try {
    if (!intent) throw new AppError('invalid_request', { param: 'intent' });
    if (refusal !== undefined) throw refusal;
    // Also for what is about another conversation, or all of them: a page that is not there does nothing.
    if (args.conversationId !== null)
      await findConversation(AUTOCOMMIT, { userId: user.id, conversationId: args.conversationId });
    if (!ASKING.has(intent)) await consumeWriteQuota(user.id);
    const result = await RUN[intent](args);
    const headers = new Headers();
    for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie);
    if (result.leave || envelope.enhanced === undefined) return redirect(addressOf(result), { headers });
    return data<ActionAnswer>({ ok: true, intent, conversationId: result.conversationId }, { headers });
  } catch (error) {
    if (error instanceof Response) throw error;
    const { code, params: values, message, param, status } = toAppError(error, context.requestId);
    const answer: ActionAnswer = {
      ok: false,
      intent,
      error: { code, params: values, message, param },
      text: envelope.text || null,
      files: await viewAttached(form, user.id),
      choice: viewChoice(form),
      options: typedOptions(form, param),
    };
    return data(answer, { status });
  }
}

/** Buttons that join the composer's form are told by their names: the menu of models, a picture's way out and in, options, presets. */
function readIntent({
  intent: given,
  chosenModel,
  removedFile,
  usedFile,
  ...buttons
}: z.output<typeof ENVELOPE>): Intent | null {
  if (chosenModel !== undefined) return 'choose-model';
  if (removedFile !== undefined) return 'detach';
  if (usedFile !== undefined) return 'use';
  if (buttons[OPEN_BUTTON] !== undefined) return 'open-options';
  if (buttons[KEEP_BUTTON] !== undefined || buttons[RESET_BUTTON] !== undefined) return 'set-options';
  if (buttons[USE_PRESET_BUTTON] !== undefined) return 'use-preset';
  if (buttons[SAVE_PRESET_BUTTON] !== undefined) return 'save-preset';
  return INTENTS.find((intent) => intent === given) ?? null;
}

function addressOf({ conversationId, query, anchor = 'latest' }: IntentResult): string {
  const path = `/chat/${conversationId ?? NEW_CONVERSATION}${query ? `?${query}` : ''}`;
  return conversationId === null ? path : `${path}#${anchor}`;
}
