import { AppError } from '#app/contracts/errors.ts';
import { FOLDERS_MAX, type Folder } from '#app/contracts/folders.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { change, selectCount, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction, type Tx } from '#db/transaction.ts';

/** The id of a folder, and the user who claims to own it. */
export interface NamedFolder {
  userId: string;
  folderId: string;
}

/** Conversations that leave a deleted folder in one statement. */
const BATCH = 500;

/** Lists all folders of a user, by name. */
export function listFolders(tx: Tx, userId: string): Promise<Folder[]> {
  return selectRows(tx, 'SELECT id AS folderId, name FROM folders WHERE user_id = ? ORDER BY name, id', [
    userId,
  ]);
}

/** @throws AppError not_found for an id that is unknown, malformed or belongs to another user */
export async function findFolder(tx: Tx, { userId, folderId }: NamedFolder): Promise<Folder> {
  const row = isId(folderId)
    ? await selectRow<Folder>(tx, 'SELECT id AS folderId, name FROM folders WHERE id = ? AND user_id = ?', [
        folderId,
        userId,
      ])
    : undefined;
  if (!row) throw noFolder();
  return row;
}

/**
 * Keeps a folder from being deleted until the transaction ends.
 * @throws AppError not_found
 */
export async function lockFolder(tx: Transaction, named: NamedFolder): Promise<void> {
  const { userId, folderId } = named;
  const row = isId(folderId)
    ? await selectRow(
        tx,
        'SELECT id FROM folders FORCE INDEX (PRIMARY) WHERE id = ? AND user_id = ? LOCK IN SHARE MODE',
        [folderId, userId],
      )
    : undefined;
  if (!row) throw noFolder();
}

function noFolder(): AppError {
  return new AppError('not_found', { message: 'There is no such folder.', param: 'folderId' });
}

/**
 * @param name 1 to 80 characters; two folders may have the same name
 * @throws AppError conflict when the account has 100 folders
 */
export function createFolder(userId: string, name: string): Promise<Folder> {
  return transaction(async (tx) => {
    // The locks, which include the gaps between the rows, serialize creations per account.
    const count = await selectCount(tx, 'SELECT COUNT(*) FROM folders WHERE user_id = ? FOR UPDATE', [
      userId,
    ]);
    if (count >= FOLDERS_MAX)
      throw new AppError('conflict', {
        message: `One account has at most ${FOLDERS_MAX} folders. Delete one first.`,
        params: { max: FOLDERS_MAX },
      });
    const folder = { folderId: newId(), name };
    await write(tx, 'INSERT INTO folders (id, user_id, name, created_at) VALUES (?)', [
      [folder.folderId, userId, name, new Date()],
    ]);
    return folder;
  });
}

/** @throws AppError not_found */
export async function renameFolder(named: NamedFolder, name: string): Promise<Folder> {
  await findFolder(AUTOCOMMIT, named);
  const { userId, folderId } = named;
  await change(AUTOCOMMIT, 'UPDATE folders FORCE INDEX (PRIMARY) SET name = ? WHERE id = ? AND user_id = ?', [
    name,
    folderId,
    userId,
  ]);
  return { folderId, name };
}

/**
 * Deletes a folder; its conversations return to the main list. The folder goes first: a conversation that is moved
 * to it meanwhile waits for its row, and is refused.
 * @throws AppError not_found
 */
export async function deleteFolder(named: NamedFolder): Promise<void> {
  await findFolder(AUTOCOMMIT, named);
  const { userId, folderId } = named;
  await change(AUTOCOMMIT, 'DELETE FROM folders WHERE id = ? AND user_id = ?', [folderId, userId]);
  for (;;) {
    const rows = await selectRows<{ id: string }>(
      AUTOCOMMIT,
      'SELECT id FROM conversations WHERE user_id = ? AND folder_id = ? LIMIT ?',
      [userId, folderId, BATCH],
    );
    if (rows.length === 0) return;
    // In the order of the ids, as all locks of conversations are taken.
    await change(
      AUTOCOMMIT,
      'UPDATE conversations FORCE INDEX (PRIMARY) SET folder_id = NULL WHERE id IN (?) ORDER BY id',
      [rows.map(({ id }) => id)],
    );
  }
}

/**
 * Deletes folders of a deleted user.
 * @param max max rows
 * @returns how many rows were deleted
 */
export function eraseFolders(userId: string, max: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM folders WHERE user_id = ? LIMIT ?', [userId, max]);
}
