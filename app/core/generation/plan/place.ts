import { ROOT_ID } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ChatSend, SendParameters } from '#app/contracts/send.ts';
import { toChatMessage } from '#app/core/conversations/messages/message.ts';
import { findPlaced } from '#app/core/conversations/messages/placed-messages.ts';
import { readStoredOptions, readSetup } from '#app/core/conversations/setup.ts';
import { temporaryEnd } from '#app/core/conversations/temporary.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { Autocommit } from '#db/transaction.ts';

/** Position of a send in its conversation. */
export interface Place {
  conversation: { id: string; isNew: boolean; nextPosition: number; expiresAt?: Date };
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
  const { conversation, message: row } = await findPlaced(tx, {
    userId: send.userId,
    conversationId: send.conversationId,
    messageId: send.parentMessageId,
  });
  const place = {
    conversation: { id: conversation.id, isNew: false, nextPosition: conversation.nextPosition },
    options: readStoredOptions(conversation.options),
    promptParentId: null,
    promptId: null,
    continued: null,
  };
  if (row === null) {
    if (send.mode === 'regenerate' || send.mode === 'continue') throw wrongParent(send.mode);
    return { ...place, promptParentId: ROOT_ID };
  }
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
    conversation: {
      id: newId(),
      isNew: true,
      nextPosition: 1,
      ...(send.temporary && { expiresAt: temporaryEnd() }),
    },
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
