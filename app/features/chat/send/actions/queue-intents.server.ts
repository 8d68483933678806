import { z } from 'zod';
import { cancelQueued, editQueued, sendQueuedNow } from '#app/features/chat/conversation/queue.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import {
  requiredConversation,
  requiredText,
  type IntentArgs,
  type IntentResult,
} from './intent-args.server.ts';

const QUEUED = z.object({ queuedId: requiredText('queuedId') });
const EDIT = QUEUED.extend({ text: requiredText('text') });

/** Replaces the text of a queued message. */
export async function editInQueue(args: IntentArgs): Promise<IntentResult> {
  const { queuedId, text } = readFields(args.form, EDIT);
  const place = placeOf(args, queuedId);
  await editQueued(place, text.replaceAll('\r\n', '\n'));
  return { conversationId: place.conversationId };
}

/** Removes a queued message. */
export async function removeFromQueue(args: IntentArgs): Promise<IntentResult> {
  const place = placeOf(args, readFields(args.form, QUEUED).queuedId);
  await cancelQueued(place);
  return { conversationId: place.conversationId };
}

/** Sends a queued message before the others; stops a running reply. */
export async function sendFromQueue(args: IntentArgs): Promise<IntentResult> {
  const place = placeOf(args, readFields(args.form, QUEUED).queuedId);
  await sendQueuedNow(place);
  return { conversationId: place.conversationId };
}

function placeOf(args: IntentArgs, queuedId: string) {
  return { userId: args.userId, conversationId: requiredConversation(args), queuedId };
}
