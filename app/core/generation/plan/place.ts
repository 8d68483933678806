import { ROOT_ID } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ChatSend, SendParameters } from '#app/contracts/send.ts';
import { shownLeaf } from '#app/core/conversations/shown-branch.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { toChatMessage } from '#app/core/conversations/messages/message.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { readStoredOptions, readSetup } from '#app/core/conversations/setup.ts';
import { temporaryEnd } from '#app/core/conversations/temporary.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { Autocommit } from '#db/transaction.ts';

/** Position of a send in its conversation. */
export interface Place {
  conversation: { id: string; isNew: boolean; expiresAt?: Date };
  /** Options of the last send of the conversation; for a new one, the user's defaults. */
  options: SendParameters;
  /** Parent of the new user message; null when no user message is added. */
  promptParentId: string | null;
  /** The existing user message that is answered; null for a new one. */
  promptId: string | null;
  /** The existing reply to be continued, with its text. */
  continued: { id: string; text: string } | null;
}

/**
 * Finds the messages that a send refers to and checks that they exist, belong to the caller and fit the mode.
 * @throws AppError not_found, invalid_request with the field, conflict for a reply that is still running
 */
export async function resolvePlace(tx: Autocommit, send: ChatSend): Promise<Place> {
  if (send.conversationId === null) return placeInNew(tx, send);
  if (send.temporary)
    throw new AppError('invalid_request', {
      param: 'temporary',
      message: 'temporary: only a new chat can become a temporary one.',
    });
  const conversation = await findConversation(tx, {
    userId: send.userId,
    conversationId: send.conversationId,
  });
  const place = {
    conversation: { id: conversation.id, isNew: false },
    options: readStoredOptions(conversation.options),
    promptParentId: null,
    promptId: null,
    continued: null,
  };
  const parentId =
    send.parentMessageId ??
    (await shownLeaf(tx, { conversationId: conversation.id, leafId: conversation.leafId })) ??
    ROOT_ID;
  if (parentId === ROOT_ID) {
    if (send.mode === 'regenerate' || send.mode === 'continue') throw wrongParent(send.mode);
    return { ...place, promptParentId: ROOT_ID };
  }
  const at = { userId: send.userId, conversationId: conversation.id, messageId: parentId };
  const row = await findMessage(tx, at);
  const parent = toChatMessage(row);
  if (parent.submitting)
    throw new AppError('conflict', { param: 'parentMessageId', message: 'The reply is still in progress.' });
  if (send.mode === 'regenerate') {
    if (!parent.isCreatedByUser) throw wrongParent(send.mode);
    return { ...place, promptId: parent.messageId };
  }
  if (send.mode === 'continue') {
    // A reply without text cannot be continued.
    if (parent.isCreatedByUser || row.file_count > 0) throw wrongParent(send.mode);
    const text = send.text === '' ? parent.text : send.text;
    return { ...place, promptId: parent.parentMessageId, continued: { id: parent.messageId, text } };
  }
  return { ...place, promptParentId: parent.messageId };
}

async function placeInNew(tx: Autocommit, send: ChatSend): Promise<Place> {
  if (send.mode !== 'send')
    throw new AppError('invalid_request', {
      param: 'conversationId',
      message: 'conversationId is required.',
    });
  return {
    conversation: { id: newId(), isNew: true, ...(send.temporary && { expiresAt: temporaryEnd() }) },
    options: send.keepsOptions ? (await readSetup(tx, send.userId)).options : {},
    promptParentId: ROOT_ID,
    promptId: null,
    continued: null,
  };
}

function wrongParent(mode: 'regenerate' | 'continue'): AppError {
  const wanted = mode === 'regenerate' ? 'a message of the user' : 'a reply in words';
  return new AppError('invalid_request', {
    param: 'parentMessageId',
    message: `parentMessageId must be ${wanted}.`,
  });
}
