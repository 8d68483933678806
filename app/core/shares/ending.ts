import { change, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { deleteSnapshots } from './snapshot.ts';

/** Days for which a revoked or an expired link stays in its owner's list; its row is deleted then. */
const LISTED_DAYS = 30;

/** Links per transaction. */
const BATCH = 20;

/**
 * Deletes all links of chats that are deleted for good; links of a chat in the trash stay closed. Call it in the
 * transaction that deletes the conversations, after that: links are created and updated under their locks.
 */
export async function endSharesOf(tx: Transaction, conversationIds: readonly string[]): Promise<void> {
  const rows = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM shares WHERE conversation_id IN (?) ORDER BY id FOR UPDATE',
    [[...conversationIds]],
  );
  await deleteRows(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * Deletes links of a deleted account with their snapshots, which may be large: a link goes after its messages.
 * @param max max rows of each at a time, so that no statement holds locks for long
 * @returns how many rows were deleted
 */
export async function eraseShares(userId: string, max: number): Promise<number> {
  const [share] = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    'SELECT id FROM shares WHERE user_id = ? ORDER BY id LIMIT 1',
    [userId],
  );
  if (!share) return 0;
  const messages = await change(AUTOCOMMIT, 'DELETE FROM shared_messages WHERE share_id = ? LIMIT ?', [
    share.id,
    max,
  ]);
  const files = await change(AUTOCOMMIT, 'DELETE FROM shared_files WHERE share_id = ? LIMIT ?', [
    share.id,
    max,
  ]);
  if (messages + files > 0) return messages + files;
  return change(AUTOCOMMIT, 'DELETE FROM shares WHERE id = ?', [share.id]);
}

/** Deletes links that were revoked or expired more than 30 days ago, in batches. @returns how many */
export async function pruneShares(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - LISTED_DAYS * 24 * 3_600_000);
  let deleted = 0;
  for (let some = BATCH; some === BATCH; deleted += some) some = await pruneSome(before);
  return deleted;
}

async function pruneSome(before: Date): Promise<number> {
  // Each condition has its index.
  const old = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    `(SELECT id FROM shares WHERE revoked_at < ? LIMIT ?) UNION (SELECT id FROM shares WHERE expires_at < ? LIMIT ?)`,
    [before, BATCH, before, BATCH],
  );
  const ids = old.slice(0, BATCH).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await transaction(async (tx) => {
    // An expired link may have been given a later date meanwhile.
    const still = await selectRows<{ id: string }>(
      tx,
      `SELECT id FROM shares FORCE INDEX (PRIMARY) WHERE id IN (?) AND (revoked_at < ? OR expires_at < ?) FOR UPDATE`,
      [ids, before, before],
    );
    await deleteRows(
      tx,
      still.map(({ id }) => id),
    );
  });
  return ids.length;
}

async function deleteRows(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, 'DELETE FROM shares WHERE id IN (?)', [ids]);
  await deleteSnapshots(tx, ids);
}
