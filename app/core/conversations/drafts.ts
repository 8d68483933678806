import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { Draft } from '#db/models/conversations.ts';
import type { Autocommit } from '#db/transaction.ts';
import { assertTextLength } from './assert-text-length.ts';
import { findConversation } from './find-conversation.ts';

interface DraftPlace {
  userId: string;
  /** A conversation's id, or `new`. */
  conversationKey: string;
}

/** What was typed and not sent; '' when there is nothing. */
export async function readDraft(tx: Autocommit, { userId, conversationKey }: DraftPlace): Promise<string> {
  const draft = await Draft.findOne({ where: { userId, conversationKey }, transaction: tx });
  return draft?.text ?? '';
}

/**
 * Keeps what was typed; text without content clears the draft.
 * @throws AppError invalid_request for text over TEXT_MAX; not_found when the place is not a conversation of this user.
 */
export async function saveDraft(tx: Autocommit, place: DraftPlace, text: string): Promise<void> {
  if (text.trim() === '') return clearDraft(tx, place);
  assertTextLength(text);
  if (place.conversationKey !== NEW_CONVERSATION) {
    await findConversation(tx, { userId: place.userId, conversationId: place.conversationKey });
  }
  await Draft.upsert({ ...place, text, updatedAt: new Date() }, { transaction: tx });
}

/** Forgets the draft: its text was sent, or given up. */
export async function clearDraft(tx: Autocommit, { userId, conversationKey }: DraftPlace): Promise<void> {
  await Draft.destroy({ where: { userId, conversationKey }, transaction: tx });
}
