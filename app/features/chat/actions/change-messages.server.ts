import { chooseBranch as showBranch } from '#app/core/conversations/choose-branch.ts';
import { editMessageText } from '#app/core/conversations/edit-message-text.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import {
  optionalText,
  requiredConversation,
  requiredText,
  type IntentArgs,
  type IntentResult,
} from './intent-args.server.ts';

/** Saves a changed text; nothing is sent. */
export async function saveEdit(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const messageId = requiredText(args.form, 'messageId');
  const text = requiredText(args.form, 'text').trim();
  await editMessageText(AUTOCOMMIT, { userId: args.userId, conversationId, messageId }, text);
  await publishUserEvents(args.userId, [{ type: 'conversation', conversationId, change: 'message' }]);
  return { conversationId };
}

/** Puts another sibling on show, for every device of the person. */
export async function chooseBranch(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const messageId = requiredText(args.form, 'messageId');
  await transaction((tx) => showBranch(tx, { userId: args.userId, conversationId, messageId }));
  await publishUserEvents(args.userId, [{ type: 'conversation', conversationId, change: 'branch' }]);
  return { conversationId, anchor: `m-${messageId}` };
}

/** Stops the newest reply of the conversation, or the one that is named. */
export async function stop(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const messageId = optionalText(args.form, 'messageId') ?? undefined;
  await stopReply(AUTOCOMMIT, { userId: args.userId, conversationId, messageId });
  return { conversationId };
}
