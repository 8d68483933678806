import { randomBytes } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';
import {
  SHARES_MAX,
  SHARES_PER_CHAT,
  type ShareLevel,
  type ShareScope,
} from '#app/contracts/shares/share.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { lockConversations } from '#app/core/conversations/messages/append.ts';
import { readStoredOptions } from '#app/core/conversations/setup.ts';
import { assertStays } from '#app/core/conversations/temporary.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectCount, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import {
  INSERT_SHARE,
  lockOwnShare,
  findOwnShare,
  toShareRow,
  type NamedShare,
  type Share,
} from './share.ts';
import { deleteSnapshots, readRunningTexts, writeSnapshot } from './snapshot.ts';

/** The bytes of a token: 128 random bits. */
const TOKEN_BYTES = 16;

/** The choices of its owner about the access to a link. */
export interface ShareAccess {
  title: string;
  showsTitleInCard: boolean;
  level: ShareLevel;
  /** null: never. */
  expiresAt: Date | null;
}

/** The choices of its owner about the content of a link. */
export interface ShareContent {
  scope: ShareScope;
  hasFiles: boolean;
  hasThinking: boolean;
  hasPrompt: boolean;
  /** The name that is shown; null for none. */
  author: string | null;
}

interface NewShare {
  userId: string;
  conversationId: string;
  access: ShareAccess;
  content: ShareContent;
  /** null: none. */
  passwordHash: string | null;
}

/**
 * Creates a link to a snapshot of a chat as it is now.
 * @throws AppError not_found; conflict with `max` when the chat or the account has the max number of links, and with
 * `temporary` for a temporary chat;
 * invalid_request naming `scope` for a chat that cannot be copied
 */
export async function createShare(given: NewShare, now = new Date()): Promise<Share> {
  const { userId, conversationId, access, content, passwordHash } = given;
  const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId });
  assertStays(conversation.expiresAt, 'conversationId');
  const running = await readRunningTexts(userId, conversationId);
  return transaction(async (tx) => {
    await lockConversation(tx, { userId, conversationId });
    await assertRoom(tx, { userId, conversationId });
    const shareId = newId();
    const written = await writeSnapshot(tx, { shareId, conversation, ...content }, running);
    const share: Share = {
      id: shareId,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      userId,
      conversationId,
      ...access,
      passwordHash,
      revokedAt: null,
      revision: 1,
      ...content,
      prompt: content.hasPrompt ? promptOf(conversation) : null,
      endpoint: conversation.endpoint,
      model: conversation.model,
      ...written,
      views: 0,
      createdAt: now,
      updatedAt: now,
    };
    await write(tx, INSERT_SHARE, [toShareRow(share)]);
    return share;
  });
}

/**
 * Replaces the snapshot of a link with the present state of its chat; the address stays.
 * @throws AppError not_found; invalid_request naming `scope` for a chat that cannot be copied
 */
export async function updateShare(named: NamedShare, now = new Date()): Promise<void> {
  const { userId, conversationId } = await findOwnShare(AUTOCOMMIT, named);
  const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId });
  const running = await readRunningTexts(userId, conversationId);
  await transaction(async (tx) => {
    // Conversations come first in the lock order.
    await lockConversation(tx, { userId, conversationId });
    const share = await lockOwnShare(tx, named);
    await deleteSnapshots(tx, [share.id]);
    const { scope, hasFiles, hasThinking } = share;
    const { messageCount, leafPlace } = await writeSnapshot(
      tx,
      { shareId: share.id, conversation, scope, hasFiles, hasThinking },
      running,
    );
    await change(
      tx,
      `UPDATE shares SET revision = revision + 1, message_count = ?, leaf_place = ?, prompt = ?, endpoint = ?, model = ?,
         updated_at = ? WHERE id = ?`,
      [
        messageCount,
        leafPlace,
        share.hasPrompt ? promptOf(conversation) : null,
        conversation.endpoint,
        conversation.model,
        now,
        share.id,
      ],
    );
  });
}

/**
 * Changes the access to a link.
 * @param password.hash the new password's; null removes the password, undefined leaves it as it is. Readers
 * who entered an earlier password lose their access.
 * @throws AppError not_found
 */
export function changeShare(
  named: NamedShare,
  { title, showsTitleInCard, level, expiresAt }: ShareAccess,
  password: { hash: string | null } | undefined,
): Promise<void> {
  return transaction(async (tx) => {
    const share = await lockOwnShare(tx, named);
    const hash = password === undefined ? share.passwordHash : password.hash;
    await change(
      tx,
      `UPDATE shares SET title = ?, shows_title_in_card = ?, level = ?, expires_at = ?, password_hash = ? WHERE id = ?`,
      [title, showsTitleInCard, level, expiresAt, hash, share.id],
    );
  });
}

/**
 * Revokes a link: from the commit on it opens for no reader, and its copy of the chat is deleted.
 * @throws AppError not_found
 */
export function revokeShare(named: NamedShare, now = new Date()): Promise<void> {
  return transaction(async (tx) => revokeIn(tx, await lockOwnShare(tx, named), now));
}

/** Revokes a link that the transaction has locked. */
export async function revokeIn(tx: Transaction, { id }: Share, now = new Date()): Promise<void> {
  await change(tx, 'UPDATE shares SET revoked_at = ?, prompt = NULL WHERE id = ?', [now, id]);
  await deleteSnapshots(tx, [id]);
}

/** The lock keeps messages as they are, and waits for a deletion of the chat, which deletes its links. */
async function lockConversation(
  tx: Transaction,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<void> {
  const locked = await lockConversations(tx, [conversationId]);
  if (locked.get(conversationId)?.userId !== userId)
    throw new AppError('not_found', { param: 'conversationId' });
}

/** The lock of the chat makes its count exact; that of the account may be exceeded by concurrent requests. */
async function assertRoom(
  tx: Transaction,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<void> {
  const ofChat = await selectCount(
    tx,
    'SELECT COUNT(*) FROM shares WHERE conversation_id = ? AND revoked_at IS NULL',
    [conversationId],
  );
  const ofUser = await selectCount(tx, 'SELECT COUNT(*) FROM shares WHERE user_id = ?', [userId]);
  const max = ofChat >= SHARES_PER_CHAT ? SHARES_PER_CHAT : ofUser >= SHARES_MAX ? SHARES_MAX : null;
  if (max === null) return;
  throw new AppError('conflict', {
    message: `At most ${max} links are possible. Revoke one first.`,
    params: { max },
  });
}

function promptOf({ options }: { options: string | null }): string | null {
  return readStoredOptions(options).promptPrefix || null;
}
