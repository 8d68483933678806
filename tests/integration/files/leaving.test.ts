import { expect, it } from 'vitest';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { deleteAccount, eraseAccount } from '#app/core/deletion/account-deletion.ts';
import { writeData } from '#app/features/auth/account/download/account-data.server.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { keep, objects, upload } from './stage.ts';

useFileStore();

it('lists files and their addresses in the download of a user’s data, and not their storage', async () => {
  const { userId } = await createAccount();
  const file = await keep(upload(userId, { name: 'a.webm' }), webm());
  let text = '';
  const user = { id: userId, name: 'Ada' } as SessionUser;
  for await (const piece of writeData({ user, preferences: readPreferences(null), at: new Date() }))
    text += piece;
  const { files } = JSON.parse(text) as { files: unknown[] };
  expect(files).toMatchObject([{ id: file.id, name: 'a.webm', address: `/files/${file.id}?download` }]);
  expect(text).not.toContain(file.objectName);
});

it('erases rows and bytes of a deleted account, and of no other', async () => {
  const [gone, other] = [await createAccount(), await createAccount()];
  for (const { userId } of [gone, gone, other]) await keep(upload(userId), webm());
  const before = (await objects()).length;
  await deleteAccount(gone.userId);
  await eraseAccount(gone);
  const owners = (table: string) =>
    selectRows<{ user_id: string }>(AUTOCOMMIT, `SELECT user_id FROM ${table} WHERE user_id IN (?)`, [
      [gone.userId, other.userId],
    ]);
  expect(await owners('files')).toEqual([{ user_id: other.userId }]);
  expect(await owners('file_usage')).toEqual([{ user_id: other.userId }]);
  expect(await objects()).toHaveLength(before - 2);
});
