import { z } from 'zod';
import { NEW_CONVERSATION, type SendMode } from '#app/contracts/chat.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { choiceFields, readChoice } from '#app/contracts/media/choice.ts';
import { DELETE_SCOPES } from '#app/contracts/trash.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { clearDraft } from '#app/core/conversations/drafts.ts';
import { editMessageText } from '#app/core/conversations/messages/stored-messages.ts';
import { renewSetup } from '#app/core/conversations/setup.ts';
import { chooseBranch as showBranch } from '#app/core/conversations/shown-branch.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { findChosenModel } from '#app/features/chat/conversation/chosen-model.server.ts';
import { removeMessages } from '#app/features/chat/conversation/conversation-removal.server.ts';
import { mustWait, queueMessage } from '#app/features/chat/conversation/queue.server.ts';
import { lastModelCookie } from '#app/features/chat/conversation/last-model.ts';
import { readFields, TEXT_AS_TYPED } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import {
  deletedFlash,
  requiredConversation,
  requiredText,
  type IntentArgs,
  type IntentResult,
} from './intent-args.server.ts';
import { cookiesOf, readOptionFields } from './option-intents.server.ts';

const SEND = z.object({
  model: requiredText('model'),
  parentMessageId: z.string().optional(),
  clientMessageId: z.string().optional(),
  text: TEXT_AS_TYPED,
  /** Present when the text is a suggestion that the user pressed. */
  suggested: TEXT_AS_TYPED,
  /** Present when the new conversation is a temporary one. */
  temporary: TEXT_AS_TYPED,
  /** Ids of the files that are sent with it. */
  files: z.array(z.string()).optional(),
  ...choiceFields,
});

const EDIT = z.object({ messageId: requiredText('messageId'), text: requiredText('text') });

const BRANCH = z.object({ messageId: requiredText('messageId') });

const DELETE = BRANCH.extend({ scope: z.enum(DELETE_SCOPES) });

const STOP = z.object({ messageId: z.string().optional() });

/**
 * Sends a message, or requests another reply, a continuation of a reply, or a reply to an edited message. The
 * hidden `clientMessageId` makes a repeat of the same form harmless.
 */
async function sendAs(
  mode: SendMode,
  { userId, requestId, address, conversationId, form, cookies }: IntentArgs,
  mayWait = false,
): Promise<IntentResult> {
  const fields = readFields(form, SEND);
  const {
    model,
    parentMessageId = null,
    clientMessageId = null,
    text,
    suggested,
    files = [],
    temporary,
  } = fields;
  const media = readChoice(fields);
  const { chosenId, id, endpoint, makes } = await findChosenModel(model);
  const facts = makes === 'text' ? factsOf(endpoint) : undefined;
  const options = facts ? readOptionFields(form, facts, id) : null;
  await consumeQuota({ userId, keyId: null, address });
  const message: ChatSend = {
    userId,
    requestId,
    mode,
    conversationId,
    parentMessageId,
    text: textFor(mode, text),
    files,
    clientMessageId,
    endpoint,
    model: chosenId,
    parameters: { ...options, ...(media && { media }) },
    keepsOptions: options === null,
    // The page of an existing conversation has no such field.
    ...(temporary && conversationId === null && { temporary: true }),
  };
  const sentTo = await sendOrQueue(message, mayWait);
  if (mode === 'send') {
    // A draft in the box beside a suggestion was not sent, so it stays.
    const draft = { userId, conversationKey: conversationId ?? NEW_CONVERSATION };
    await Promise.all([
      suggested === undefined && clearDraft(AUTOCOMMIT, draft),
      conversationId === null && renewSetup(AUTOCOMMIT, userId),
    ]);
  }
  return {
    conversationId: sentTo,
    leave: conversationId === null,
    // A model that makes images or videos is not remembered for the next conversation.
    cookies: makes === 'text' ? [lastModelCookie(cookies, endpoint, model), ...cookiesOf(options ?? {})] : [],
  };
}

/**
 * Sends a message. A new one for a chat in which a reply runs is queued instead.
 * @param mayWait the page has shown a running reply or a queue, so the message may belong behind them
 * @returns the id of its conversation
 */
async function sendOrQueue(message: ChatSend, mayWait: boolean): Promise<string> {
  const { mode, userId, conversationId } = message;
  if (conversationId === null || mode !== 'send') return (await admitMessage(message)).conversationId;
  if (!mayWait || !(await mustWait({ userId, conversationId }))) {
    try {
      return (await admitMessage(message)).conversationId;
    } catch (error) {
      const isReplying =
        error instanceof AppError && error.code === 'conflict' && error.param === 'parentMessageId';
      if (!isReplying) throw error;
    }
  }
  await queueMessage({ ...message, conversationId });
  return conversationId;
}

/**
 * Returns the text of a send; for a continuation the changed beginning, or '' when it was not changed.
 * @throws AppError invalid_request for a beginning without content
 */
function textFor(mode: SendMode, typed: string | undefined): string {
  if (mode === 'send' || mode === 'edit') return (typed ?? '').trim();
  if (mode === 'regenerate' || typed === undefined) return '';
  if (typed.trim() === '')
    throw new AppError('invalid_request', { param: 'text', message: 'text is required.' });
  return typed.replaceAll('\r\n', '\n');
}

export const send = (args: IntentArgs) => sendAs('send', args);

/** Sends the message of a page that shows a running reply: it waits while one runs. */
export const queue = (args: IntentArgs) => sendAs('send', args, true);

export const regenerate = (args: IntentArgs) => sendAs('regenerate', args);

export const continueReply = (args: IntentArgs) => sendAs('continue', args);

export const editAndSend = (args: IntentArgs) => sendAs('edit', args);

/** Saves an edited text; sends nothing to a model. */
export async function saveEdit(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const { messageId, text } = readFields(args.form, EDIT);
  await editMessageText(AUTOCOMMIT, { userId: args.userId, conversationId, messageId }, text.trim());
  await publishUserEvents(args.userId, [{ type: 'conversation', conversationId, change: 'message' }]);
  return { conversationId };
}

/** Moves a message, alone or with what follows it, to the trash. Leaves the page if no message is left. */
export async function deleteMessage(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const target = readFields(args.form, DELETE);
  const { trashId, isWholeChat } = await removeMessages({ userId: args.userId, conversationId, ...target });
  return {
    conversationId: isWholeChat ? null : conversationId,
    leave: isWholeChat,
    flash: deletedFlash(isWholeChat ? 'chat' : 'message', trashId, isWholeChat),
  };
}

/** Shows another sibling, on every device of the user. */
export async function chooseBranch(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const { messageId } = readFields(args.form, BRANCH);
  await transaction((tx) => showBranch(tx, { userId: args.userId, conversationId, messageId }));
  await publishUserEvents(args.userId, [{ type: 'conversation', conversationId, change: 'branch' }]);
  return { conversationId, anchor: `m-${messageId}` };
}

/** Stops the newest reply of the conversation, or the named one. */
export async function stop(args: IntentArgs): Promise<IntentResult> {
  const conversationId = requiredConversation(args);
  const { messageId } = readFields(args.form, STOP);
  await stopReply(AUTOCOMMIT, { userId: args.userId, conversationId, messageId });
  return { conversationId };
}
