import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findChatModel } from '#app/core/catalogue/find-model.ts';
import { clearAll } from '../clear-all.server.ts';
import { removeConversation } from '../remove-conversation.server.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { deleteFile } from '#app/core/files/records/delete-files.ts';
import { isId } from '#app/core/platform/ids.ts';
import { renameConversation } from '#app/core/conversations/rename-conversation.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { lastModelCookie } from '../last-model.ts';
import { requiredText, type IntentArgs, type IntentResult } from './intent-args.server.ts';

/** `list`: where in the list the page stands, where no script keeps it. */
const DELETE = z.object({ target: requiredText('target'), list: z.string().optional() });
const RENAME = DELETE.extend({ title: requiredText('title') });
/** What stands in the composer beside. */
const UNSENT = z.object({ text: z.string().default(''), files: z.array(z.string()).optional() });
const CHOICE = UNSENT.extend({ chosenModel: requiredText('chosenModel') });
const REMOVAL = UNSENT.extend({ removedFile: requiredText('removedFile') });

/** Gives a conversation of the list another title. The page stays where it is. */
export async function rename(args: IntentArgs): Promise<IntentResult> {
  const { userId } = args;
  const { target, title, list } = readFields(args.form, RENAME);
  await renameConversation(AUTOCOMMIT, { userId, conversationId: target, title });
  await publishUserEvents(userId, [{ type: 'conversation', conversationId: target, change: 'renamed' }]);
  return { conversationId: args.conversationId, query: placeInList(list) };
}

/** Deletes a conversation of the list; the page leaves it when it was on show. */
export async function remove(args: IntentArgs): Promise<IntentResult> {
  const { target, list } = readFields(args.form, DELETE);
  await removeConversation({ userId: args.userId, conversationId: target });
  const wasShown = target === args.conversationId;
  return {
    conversationId: wasShown ? null : args.conversationId,
    leave: wasShown,
    query: placeInList(list),
  };
}

/** A page further down the list stays on show, where no script keeps it. */
function placeInList(cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : `list=${encodeURIComponent(cursor)}`;
}

/** Deletes all conversations; a new one begins. */
export async function clear({ userId }: IntentArgs): Promise<IntentResult> {
  await clearAll(userId);
  return { conversationId: null, leave: true };
}

/** Chooses the model of the next message and keeps what was typed and attached. */
export async function chooseModel({
  userId,
  conversationId,
  form,
  cookies,
}: IntentArgs): Promise<IntentResult> {
  const { chosenModel, text, files = [] } = readFields(form, CHOICE);
  const model = await findChatModel(AUTOCOMMIT, chosenModel);
  const conversationKey = conversationId ?? NEW_CONVERSATION;
  await keepInBox({ userId, conversationKey }, text, files);
  return {
    conversationId,
    leave: true,
    query: `model=${encodeURIComponent(model.id)}`,
    cookie: lastModelCookie(cookies, model.id),
  };
}

/** Deletes a picture that was to be sent, and keeps the rest of what stands in the composer. */
export async function detach({ userId, conversationId, form }: IntentArgs): Promise<IntentResult> {
  const { removedFile, text, files = [] } = readFields(form, REMOVAL);
  if (!isId(removedFile) || !(await deleteFile({ userId, id: removedFile })))
    throw new AppError('not_found', { param: 'removedFile' });
  const left = files.filter((id) => id !== removedFile);
  await keepInBox({ userId, conversationKey: conversationId ?? NEW_CONVERSATION }, text, left);
  return { conversationId, leave: true };
}

/** An empty box leaves a draft alone that another page has. */
async function keepInBox(
  place: { userId: string; conversationKey: string },
  text: string,
  files: readonly string[],
): Promise<void> {
  if (text.trim() !== '' || files.length > 0) await saveDraft(AUTOCOMMIT, place, text, files);
}
