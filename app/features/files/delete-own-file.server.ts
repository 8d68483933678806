import { thumbnailPath } from '#app/contracts/files/file-path.ts';
import { forgetAvatar } from '#app/core/accounts/account-settings.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Deletes a file of its owner, who has no picture any more where it was that. @returns false for what is not there */
export async function deleteOwnFile(userId: string, id: string): Promise<boolean> {
  if (!(await deleteFile({ userId, id }))) return false;
  await forgetAvatar(AUTOCOMMIT, { userId, path: thumbnailPath(id) });
  return true;
}
