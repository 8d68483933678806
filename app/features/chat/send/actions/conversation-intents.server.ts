import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { placeConversation, type Place } from '#app/core/conversations/order.ts';
import { renameConversation } from '#app/core/conversations/title.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { findChosenModel } from '#app/features/chat/conversation/chosen-model.server.ts';
import { forkForUser, keepForUser } from '#app/features/chat/conversation/conversation-changes.server.ts';
import {
  clearAll,
  removeConversation,
  restoreTrashed,
} from '#app/features/chat/conversation/conversation-removal.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { lastModelCookie } from '#app/features/chat/conversation/last-model.ts';
import { storeShownOptions } from './option-intents.server.ts';
import {
  deletedFlash,
  storeUnsent,
  requiredConversation,
  requiredText,
  UNSENT,
  withModel,
  type IntentArgs,
  type IntentResult,
} from './intent-args.server.ts';

/** `list`: position of the page in the list, when no script keeps it. */
const DELETE = z.object({ target: requiredText('target'), list: z.string().optional() });
const PLACE = DELETE.extend({ to: z.enum(['on', 'off']) });
const RESTORE = z.object({ target: requiredText('target'), leaves: z.string().optional() });
const FORK = z.object({ messageId: requiredText('messageId'), clientMessageId: z.string().optional() });
const RENAME = DELETE.extend({ title: requiredText('title') });
const CHOICE = UNSENT.extend({ chosenModel: requiredText('chosenModel') });
const CHOSEN = UNSENT.extend({ model: z.string().optional() });
const REMOVAL = CHOSEN.extend({ removedFile: requiredText('removedFile') });
const USE = CHOSEN.extend({ usedFile: requiredText('usedFile') });

/** Renames a conversation of the list. The page stays where it is. */
export async function rename(args: IntentArgs): Promise<IntentResult> {
  const { userId } = args;
  const { target, title, list } = readFields(args.form, RENAME);
  await renameConversation(AUTOCOMMIT, { userId, conversationId: target, title });
  await publishUserEvents(userId, [{ type: 'conversation', conversationId: target, change: 'renamed' }]);
  return { conversationId: args.conversationId, query: placeInList(list) };
}

/** Pins a conversation of the list, or unpins it. */
export function pin(args: IntentArgs): Promise<IntentResult> {
  return place(args, (to) => ({ pinned: to === 'on' }));
}

/** Archives a conversation of the list, or takes it out of the archive. */
export async function archive(args: IntentArgs): Promise<IntentResult> {
  const result = await place(args, (to) => ({ archived: to === 'on' }));
  const { target, to } = readFields(args.form, PLACE);
  if (to === 'off') return result;
  return {
    ...result,
    flash: { severity: 'success', key: 'chat:done.archived', undo: { intent: 'archive', target } },
  };
}

async function place(
  { userId, conversationId, form }: IntentArgs,
  placeOf: (to: 'on' | 'off') => Place,
): Promise<IntentResult> {
  const { target, to, list } = readFields(form, PLACE);
  await transaction((tx) => placeConversation(tx, { userId, conversationId: target, ...placeOf(to) }));
  await publishUserEvents(userId, [{ type: 'conversation', conversationId: target, change: 'placed' }]);
  return { conversationId, query: placeInList(list) };
}

/** Turns a temporary conversation into one that stays. */
export async function keep({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { target } = readFields(form, DELETE);
  await keepForUser({ userId, conversationId: target });
  return { conversationId };
}

/** Copies the branch up to a message into a new conversation, and opens it. */
export async function fork(args: IntentArgs): Promise<IntentResult> {
  const { userId, form } = args;
  const { messageId, clientMessageId = null } = readFields(form, FORK);
  const conversationId = await forkForUser({
    userId,
    conversationId: requiredConversation(args),
    messageId,
    clientId: clientMessageId,
  });
  return { conversationId, leave: true, query: 'write=1' };
}

/** Moves a conversation of the list to the trash; leaves the page if it showed that conversation. */
export async function remove(args: IntentArgs): Promise<IntentResult> {
  const { target, list } = readFields(args.form, DELETE);
  const trashId = await removeConversation({ userId: args.userId, conversationId: target });
  const wasShown = target === args.conversationId;
  return {
    conversationId: wasShown ? null : args.conversationId,
    leave: wasShown,
    query: placeInList(list),
    flash: deletedFlash('chat', trashId, wasShown),
  };
}

/** Restores what was moved to the trash. */
export async function restore({ userId, form }: IntentArgs): Promise<IntentResult> {
  const { target, leaves } = readFields(form, RESTORE);
  const { conversationId, messageId } = await restoreTrashed({ userId, trashId: target });
  return {
    conversationId,
    leave: leaves !== undefined,
    ...(messageId !== null && { anchor: `m-${messageId}` }),
  };
}

/** Keeps a page further down the list visible when no script does. */
function placeInList(cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : `list=${encodeURIComponent(cursor)}`;
}

/** Moves all conversations to the trash and starts a new one. */
export async function clear({ userId }: IntentArgs): Promise<IntentResult> {
  await clearAll(userId);
  return { conversationId: null, leave: true, flash: { severity: 'success', key: 'chat:done.cleared' } };
}

/** Chooses the model of the next message and keeps the typed text and the attachments. */
export async function chooseModel({
  userId,
  conversationId,
  form,
  cookies,
}: IntentArgs): Promise<IntentResult> {
  const { chosenModel, text, files = [] } = readFields(form, CHOICE);
  const { endpoint, makes } = await findChosenModel(chosenModel);
  const optionCookies = await storeShownOptions({ userId, conversationId, form });
  await storeUnsent({ userId, conversationId }, text, files);
  return {
    conversationId,
    leave: true,
    query: `model=${encodeURIComponent(chosenModel)}`,
    cookies:
      makes === 'text' ? [lastModelCookie(cookies, endpoint, chosenModel), ...optionCookies] : optionCookies,
  };
}

/**
 * Removes a file from the next message and keeps the rest of the composer. A file that the user uploaded is
 * deleted.
 * @throws AppError not_found
 */
export async function detach({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { removedFile: id, text, files = [], model } = readFields(form, REMOVAL);
  const file = await findFile(AUTOCOMMIT, { userId, id });
  if (!file || (file.source === 'upload' && !(await deleteFile({ userId, id }))))
    throw new AppError('not_found', { param: 'removedFile' });
  const left = files.filter((one) => one !== id);
  await storeUnsent({ userId, conversationId }, text, left);
  return { conversationId, leave: true, query: withModel(model) };
}

/**
 * Attaches a generated image or video to the next message and keeps the content of the composer. A model after
 * the file's id is chosen as well.
 * @throws AppError not_found, model_not_found
 */
export async function use({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { usedFile, text, files = [], model } = readFields(form, USE);
  const [id = '', chosen] = usedFile.split(' ', 2);
  if (chosen) await findChosenModel(chosen);
  if (!(await findFile(AUTOCOMMIT, { userId, id }))) throw new AppError('not_found', { param: 'usedFile' });
  const all = [...new Set([...files, id])];
  await storeUnsent({ userId, conversationId }, text, all);
  return { conversationId, leave: true, query: withModel(chosen ?? model) };
}
