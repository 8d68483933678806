import { AppError } from '#app/contracts/errors.ts';
import {
  copyConversation,
  type CopiedMessage,
} from '#app/core/conversations/messages/copied-conversation.ts';
import { selectRow } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import type { Share } from './share.ts';
import { sharedPages } from './shared-branch.ts';

interface ShareCopy {
  /** The reader, whose conversation the copy becomes. */
  userId: string;
  share: Share;
  /** The revision that the reader has read. */
  revision: number;
  /** The id of the new conversation, by which a repeat is recognized. */
  conversationId: string;
}

/**
 * Copies the snapshot of a link into a new conversation of a reader, with the messages of all its branches and
 * without files: those belong to their owner, who can delete them. Harmless when repeated.
 * @throws AppError conflict naming `revision` if the link shows a later snapshot by now; not_found if it was
 * revoked meanwhile
 */
export async function copyShare({ userId, share, revision, conversationId }: ShareCopy): Promise<void> {
  await transaction(async (tx) => {
    await assertRevision(tx, share.id, revision);
    const { title, endpoint, model, leafPlace } = share;
    const head = { id: conversationId, userId, title, endpoint, model, leafPosition: leafPlace };
    await copyConversation(tx, head, copiedPages(tx, share.id));
  });
}

/** The lock keeps the snapshot as it is until the copy is complete. */
async function assertRevision(tx: Transaction, shareId: string, revision: number): Promise<void> {
  const row = await selectRow<{ revision: number; revokedAt: Date | null; hasChat: number }>(
    tx,
    `SELECT revision, revoked_at AS revokedAt,
       EXISTS (SELECT 1 FROM conversations c WHERE c.id = shares.conversation_id) AS hasChat
     FROM shares WHERE id = ? FOR UPDATE`,
    [shareId],
  );
  // The chat may have been moved to the trash since the page was opened.
  if (!row || row.revokedAt !== null || row.hasChat === 0)
    throw new AppError('not_found', { message: 'There is no such link.' });
  if (row.revision !== revision)
    throw new AppError('conflict', { param: 'revision', message: 'This link shows a newer version.' });
}

async function* copiedPages(tx: Transaction, shareId: string): AsyncGenerator<CopiedMessage[]> {
  for await (const messages of sharedPages(tx, shareId))
    yield messages.map((message) => ({
      position: message.place,
      parentPosition: message.parent_place,
      chosenPosition: message.next_place,
      isCreatedByUser: message.isOwn,
      sender: message.sender,
      endpoint: message.endpoint,
      model: message.model,
      text: message.text,
      // A reply that was cut off counts as stopped: the reader can send the next message.
      cancelled: message.state !== 'done',
      fileCount: message.fileCount,
      createdAt: message.createdAt,
    }));
}
