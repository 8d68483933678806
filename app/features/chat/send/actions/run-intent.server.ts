import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { MESSAGE_FILES_MOST, UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { CHOICE_FIELDS, type ChoiceField } from '#app/contracts/media/choice.ts';
import { findExpiredOwner } from '#app/core/accounts/sessions/sessions.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { keepFile } from '#app/core/files/new-file.ts';
import { uploadExpiry } from '#app/core/files/records/expiry.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { newId } from '#app/core/platform/ids.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFilesForm, readKeptForm } from '#app/http/body/files-form.ts';
import type { ArrivingFile } from '#app/http/body/multipart.ts';
import { readFields, TEXT_AS_TYPED } from '#app/http/body/parse-form.ts';
import { toAppError } from '#app/http/error-response.ts';
import { readSessionCookie } from '#app/http/session/session.ts';
import { PICTURE_FIELD } from '#app/ui/files/picture-field.ts';
import {
  BAR_MODEL_FIELD,
  KEEP_BUTTON,
  OPEN_BUTTON,
  RESET_BUTTON,
  SAVE_PRESET_BUTTON,
  USE_PRESET_BUTTON,
} from '#app/ui/options/option-inputs.ts';
import { typedOptions } from '#app/ui/options/typed-options.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { INTENTS, type ActionAnswer, type Intent } from './action-answer.ts';
import { chooseModel, clear, detach, remove, rename, use } from './conversation-intents.server.ts';
import { openOptions, savePreset, setOptions, usePreset } from './option-intents.server.ts';
import type { IntentArgs, IntentResult } from './intent-args.server.ts';
import {
  chooseBranch,
  continueReply,
  editAndSend,
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

/** One more than a message may have: so that too many are refused, and not passed over. */
const MOST = MESSAGE_FILES_MOST + 1;

const UNSENT = z.object({ text: z.string().default('') });

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

/** A form of the chat, as `readKeptForm` reads it, with pictures and videos. */
function readChatForm(request: Request, userId: string): Promise<{ form: FormData; refusal: unknown }> {
  return readKeptForm(request, {
    field: PICTURE_FIELD,
    mostFiles: MOST,
    keep: async ({ name, declared, content }) => {
      const facts = { userId, name, declared, maxBytes: UPLOAD_MAX_BYTES, expiresAt: uploadExpiry() };
      return (await keepFile({ id: newId(), source: 'upload', ...facts }, content)).id;
    },
  });
}

/** The fields of such a form alone. */
async function readChatFields(request: Request): Promise<FormData> {
  const discard = async ({ content }: ArrivingFile) => {
    for await (const _piece of content);
  };
  const bounds = { field: PICTURE_FIELD, mostFiles: MOST, mostBytes: UPLOAD_MAX_BYTES };
  return (await readFilesForm(request, { ...bounds, take: discard })).form;
}

/** What of the `files` of a form is there, to be shown again. */
async function viewAttached(form: FormData, userId: string): Promise<FileView[]> {
  const ids = form.getAll('files').map(String).slice(0, MOST);
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return [...found.values()].map(viewFile);
}

/** What was chosen of a picture or a video, as it was sent. */
function viewChoice(form: FormData): Partial<Record<ChoiceField, string>> {
  const given = CHOICE_FIELDS.map((field) => [field, form.get(field)] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== ''));
}

/**
 * Keeps the text of a form that came after its session had run out, as the draft of whose session it was: a
 * browser without scripts keeps nothing, and after the sign-in the text stands in the box again. Who lost the
 * session otherwise, or holds one that was ended, leaves nothing.
 */
async function keepUnsent(request: Request, conversationKey = NEW_CONVERSATION): Promise<void> {
  const sessionId = await readSessionCookie(request);
  const userId = sessionId === null ? null : await findExpiredOwner(AUTOCOMMIT, sessionId);
  if (userId === null) return;
  const { text } = readFields(await readChatFields(request), UNSENT);
  if (text.trim() === '') return;
  try {
    await saveDraft(AUTOCOMMIT, { userId, conversationKey }, text);
  } catch (error) {
    // The conversation is gone; there is no box for the text, and the sign-in comes first.
    if (!(error instanceof AppError)) throw error;
  }
}
