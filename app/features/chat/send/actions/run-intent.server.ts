import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { NEW_CONVERSATION, TEMPORARY } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { MAX_MESSAGE_FILES, UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { CHOICE_FIELDS, type ChoiceField } from '#app/contracts/media/choice.ts';
import { findExpiredOwner } from '#app/core/accounts/sessions/sessions.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { readFilesForm, readStoringForm } from '#app/http/body/files-form.ts';
import type { ArrivingFile } from '#app/http/body/multipart.ts';
import { readFields, TEXT_AS_TYPED } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { signInAndComeBack } from '#app/http/page/page-caller.ts';
import type { PageRequest } from '#app/http/page/page-loader.ts';
import { readSessionCookie } from '#app/http/session/session.ts';
import { ATTACHMENT_FIELD } from '#app/ui/files/attachment-field.ts';
import {
  BAR_MODEL_FIELD,
  SAVE_BUTTON,
  OPEN_BUTTON,
  RESET_BUTTON,
  SAVE_PRESET_BUTTON,
  USE_PRESET_BUTTON,
} from '#app/ui/options/option-inputs.ts';
import { typedOptions } from '#app/ui/options/typed-options.ts';
import { translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import type { Flash, Toast } from '#app/ui/toasts/toast.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { INTENTS, type ActionAnswer, type Intent } from '#app/features/chat/conversation/action-answer.ts';
import { formText } from '#app/features/chat/send/use-draft.ts';
import {
  archive,
  chooseModel,
  clear,
  detach,
  fork,
  keep,
  pin,
  remove,
  rename,
  restore,
  use,
} from './conversation-intents.server.ts';
import { openOptions, savePreset, setOptions, usePreset } from './option-intents.server.ts';
import type { IntentArgs, IntentResult } from './intent-args.server.ts';
import { editInQueue, removeFromQueue, sendFromQueue } from './queue-intents.server.ts';
import {
  chooseBranch,
  continueReply,
  deleteMessage,
  editAndSend,
  queue,
  regenerate,
  saveEdit,
  send,
  stop,
} from './message-intents.server.ts';

const RUN: Record<Intent, (args: IntentArgs) => Promise<IntentResult>> = {
  send,
  regenerate,
  continue: continueReply,
  edit: editAndSend,
  'save-edit': saveEdit,
  stop,
  queue,
  'queue-edit': editInQueue,
  'queue-remove': removeFromQueue,
  'queue-send': sendFromQueue,
  'choose-branch': chooseBranch,
  'choose-model': chooseModel,
  detach,
  use,
  'open-options': openOptions,
  'set-options': setOptions,
  'use-preset': usePreset,
  'save-preset': savePreset,
  rename,
  pin,
  archive,
  keep,
  fork,
  delete: remove,
  'delete-message': deleteMessage,
  restore,
  clear,
};

/** Intents that call a model count as calls, the others as changes. */
const MODEL_INTENTS = new Set<Intent>(['send', 'queue', 'regenerate', 'continue', 'edit']);

/** Fields that any form of the chat may contain. */
const ENVELOPE = z.object({
  intent: z.string().optional(),
  chosenModel: TEXT_AS_TYPED,
  removedFile: TEXT_AS_TYPED,
  usedFile: TEXT_AS_TYPED,
  temporary: TEXT_AS_TYPED,
  [BAR_MODEL_FIELD]: TEXT_AS_TYPED,
  [OPEN_BUTTON]: TEXT_AS_TYPED,
  [SAVE_BUTTON]: TEXT_AS_TYPED,
  [RESET_BUTTON]: TEXT_AS_TYPED,
  [USE_PRESET_BUTTON]: TEXT_AS_TYPED,
  [SAVE_PRESET_BUTTON]: TEXT_AS_TYPED,
  enhanced: TEXT_AS_TYPED,
  text: z.string().default(''),
});

/** One more than a message may have, so that too many files are rejected and not ignored. */
const MAX_FILES = MAX_MESSAGE_FILES + 1;

const MAX_MODEL_CHOICE = 160;

const UNSENT = z.object({ text: z.string().default('') });

/**
 * Runs the action of a chat form. Without scripts the browser is redirected to the page with the result; a
 * script sets `enhanced`, gets data and stays. An error returns the typed text, so that the page can show
 * both.
 */
export const runIntent = pageAction({
  auth: 'user',
  counts: false,
  leadToSignIn: async (args) => {
    await storeExpiredText(args.request, args.params.conversationId);
    return signInAndComeBack(args);
  },
  read: readSent,
  acts: run,
  refuse: async (
    { code, params, message, param },
    { form, envelope, intent, user },
  ): Promise<ActionAnswer> => ({
    ok: false,
    intent,
    error: { code, params, message, param },
    text: envelope.text || null,
    files: await viewAttached(form, user.id),
    model: formText(form, 'model').slice(0, MAX_MODEL_CHOICE),
    choice: viewChoice(form),
    options: typedOptions(form, param),
  }),
});

async function readSent({ request, user }: PageRequest) {
  const { form, refusal } = await readChatForm(request, user.id);
  const envelope = readFields(form, ENVELOPE);
  if (envelope[BAR_MODEL_FIELD]) form.set('model', envelope[BAR_MODEL_FIELD]);
  return { form, refusal, envelope, intent: readIntent(envelope) };
}

async function run(sent: SentForm<never, Awaited<ReturnType<typeof readSent>>>) {
  const { user, request, context, params, form, refusal, envelope, intent } = sent;
  const shown = params.conversationId;
  const args: IntentArgs = {
    userId: user.id,
    requestId: context.requestId,
    address: context.clientAddress,
    conversationId: shown === undefined || shown === NEW_CONVERSATION ? null : shown,
    form,
    cookies: request.headers.get('cookie'),
  };
  if (!intent) throw new AppError('invalid_request', { param: 'intent' });
  if (refusal !== undefined) throw refusal;
  // Also for an action on another conversation, or on all: a page that does not exist does nothing.
  if (args.conversationId !== null)
    await findConversation(AUTOCOMMIT, { userId: user.id, conversationId: args.conversationId });
  if (!MODEL_INTENTS.has(intent)) await consumeWriteQuota(user.id);
  const result = await RUN[intent](args);
  const headers = new Headers();
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie);
  const { conversationId, flash } = result;
  if (result.leave || envelope.enhanced === undefined) {
    if (flash) headers.append('set-cookie', flashCookie(flash));
    return redirect(addressOf(result, Boolean(envelope.temporary)), { headers });
  }
  const toast = flash && (await toToast(request, flash));
  return data<ActionAnswer>({ ok: true, intent, conversationId, ...(toast && { toast }) }, { headers });
}

/** A flash has a dynamic key, which the compiler cannot check. */
async function toToast(request: Request, { severity, key, params, undo }: Flash): Promise<Toast> {
  const t = (await translateFor(request, 'chat')) as (key: string, params?: object) => string;
  return { severity, text: t(key, params), undo };
}

/**
 * Buttons that submit the composer's form are identified by their names: the model menu, removing or adding a
 * file, options, presets.
 */
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
  if (buttons[SAVE_BUTTON] !== undefined || buttons[RESET_BUTTON] !== undefined) return 'set-options';
  if (buttons[USE_PRESET_BUTTON] !== undefined) return 'use-preset';
  if (buttons[SAVE_PRESET_BUTTON] !== undefined) return 'save-preset';
  return INTENTS.find((intent) => intent === given) ?? null;
}

/** @param isTemporary the next conversation is a temporary one: a button of its composer does not change that */
function addressOf({ conversationId, query, anchor = 'latest' }: IntentResult, isTemporary: boolean): string {
  const isNew = conversationId === null;
  const fields = [query, isNew && isTemporary && TEMPORARY].filter(Boolean).join('&');
  const path = `/chat/${conversationId ?? NEW_CONVERSATION}${fields && `?${fields}`}`;
  return isNew ? path : `${path}#${anchor}`;
}

/** Reads a form of the chat, images and videos included. */
function readChatForm(request: Request, userId: string): Promise<{ form: FormData; refusal: unknown }> {
  return readStoringForm(request, { userId, field: ATTACHMENT_FIELD, maxFiles: MAX_FILES });
}

/** Reads only the fields of such a form. */
async function readChatFields(request: Request): Promise<FormData> {
  const discard = async ({ content }: ArrivingFile) => {
    for await (const _piece of content);
  };
  const bounds = { field: ATTACHMENT_FIELD, maxFiles: MAX_FILES, maxBytes: UPLOAD_MAX_BYTES };
  return (await readFilesForm(request, { ...bounds, consume: discard })).form;
}

/** Returns those `files` of a form that exist, to be shown again. */
async function viewAttached(form: FormData, userId: string): Promise<FileView[]> {
  const ids = form.getAll('files').map(String).slice(0, MAX_FILES);
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return [...found.values()].map(viewFile);
}

/** Returns the output settings of an image or a video as they were sent. */
function viewChoice(form: FormData): Partial<Record<ChoiceField, string>> {
  const given = CHOICE_FIELDS.map((field) => [field, form.get(field)] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== ''));
}

/**
 * Stores the text of a form that arrived after its session had expired, as a draft of the session's user: a
 * browser without scripts stores nothing, and after the sign-in the box contains the text again. Stores
 * nothing for a session that was ended or lost in another way.
 */
async function storeExpiredText(request: Request, conversationKey = NEW_CONVERSATION): Promise<void> {
  const sessionId = await readSessionCookie(request);
  const userId = sessionId === null ? null : await findExpiredOwner(AUTOCOMMIT, sessionId);
  if (userId === null) return;
  const { text } = readFields(await readChatFields(request), UNSENT);
  if (text.trim() === '') return;
  try {
    await saveDraft(AUTOCOMMIT, { userId, conversationKey }, text);
  } catch (error) {
    // The conversation no longer exists, so no box can show the text; the sign-in comes first.
    if (!(error instanceof AppError)) throw error;
  }
}
