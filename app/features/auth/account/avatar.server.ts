import { AppError } from '#app/contracts/errors.ts';
import { thumbnailPath } from '#app/contracts/files/file-path.ts';
import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { setAvatar } from '#app/core/accounts/account-settings.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { storeImage } from '#app/core/files/new-file.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { isId } from '#app/core/platform/ids.ts';
import { readFilesForm } from '#app/http/body/files-form.ts';
import { isMultipart } from '#app/http/body/read-body.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { backToAccount } from './account-forms.server.ts';
import { AVATAR_FIELD, type AccountAnswer } from './account-page.ts';

/** Runs the form for a profile image, or returns it with its error. The image is stored while it arrives. */
export const actOnAvatar = pageAction({
  auth: 'user',
  texts: 'errors',
  counts: false,
  read: async () => ({ form: new FormData() }),
  acts: async ({ request, user }) => {
    await changeAvatar(request, user);
    return backToAccount('pictureSaved');
  },
  refuse: ({ code, params }, { t }): AccountAnswer => ({
    form: 'picture',
    result: { status: 'error', error: { '': [t(code, { ...params })] } },
  }),
});

/** Returns whether a request is the form for a profile image: the page's only form with a file. */
export function isAvatarForm(request: Request): boolean {
  return isMultipart(request);
}

/**
 * Stores the image of the form as one of the user's files, and replaces the previous one.
 * @throws AppError invalid_file when no file was chosen, and the errors of storing an image; Response as
 * `readFilesForm`
 */
async function changeAvatar(request: Request, user: SessionUser): Promise<void> {
  const { results } = await readFilesForm<FileRecord>(request, {
    field: AVATAR_FIELD,
    maxFiles: 1,
    maxBytes: UPLOAD_MAX_BYTES,
    consume: ({ name, declared, content }) =>
      storeImage({ userId: user.id, name, declared, expiresAt: null }, content),
  });
  const [outcome] = results;
  if (!outcome) throw new AppError('invalid_file', { param: AVATAR_FIELD });
  if (outcome.status === 'rejected') throw outcome.reason;
  await replaceAvatar(user, thumbnailPath(outcome.value.id));
}

/** Removes the image, so that the initials appear again. */
export function removeAvatar(user: SessionUser): Promise<void> {
  return replaceAvatar(user, null);
}

async function replaceAvatar({ id: userId, avatar }: SessionUser, path: string | null): Promise<void> {
  await setAvatar(AUTOCOMMIT, { userId, path });
  const [, before = ''] = /^\/files\/([^/?]+)\?thumbnail$/.exec(avatar ?? '') ?? [];
  if (isId(before)) await deleteFile({ userId, id: before });
}
