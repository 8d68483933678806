import { z } from 'zod';
import { chooseBranch as showBranch } from '#app/core/conversations/shown-branch.ts';
import { editMessageText } from '#app/core/conversations/messages/stored-messages.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { requiredConversation, requiredText, type IntentArgs, type IntentResult } from './intent-args.server.ts';

const EDIT = z.object({ messageId: requiredText('messageId'), text: requiredText('text') });
const BRANCH = z.object({ messageId: requiredText('messageId') });
const STOP = z.object({ messageId: z.string().optional() });

/** Saves a changed text; nothing is sent. */
export async function saveEdit(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const { messageId, text } = readFields(args.form, EDIT);
  await editMessageText(AUTOCOMMIT, { userId: args.userId, conversationId, messageId }, text.trim());
  await publishUserEvents(args.userId, [{ type: 'conversation', conversationId, change: 'message' }]);
  return { conversationId };
}

/** Puts another sibling on show, for every device of the person. */
export async function chooseBranch(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const { messageId } = readFields(args.form, BRANCH);
  await transaction((tx) => showBranch(tx, { userId: args.userId, conversationId, messageId }));
  await publishUserEvents(args.userId, [{ type: 'conversation', conversationId, change: 'branch' }]);
  return { conversationId, anchor: `m-${messageId}` };
}

/** Stops the newest reply of the conversation, or the one that is named. */
export async function stop(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const { messageId } = readFields(args.form, STOP);
  await stopReply(AUTOCOMMIT, { userId: args.userId, conversationId, messageId });
  return { conversationId };
}
