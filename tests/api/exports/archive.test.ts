import { expect, it } from 'vitest';
import { findArchive, requestArchive } from '#app/core/exports/archive/archive.ts';
import { writeArchive } from '#app/core/exports/archive/write-archive.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useApi } from '#tests/setup/api.ts';

useFileStore();
const api = useApi();

const PATH = '/settings/data/archive';

it('an archive is downloaded by its owner only, and a broken download is resumed', async () => {
  const [{ userId }, other] = [await createAccount(), await createAccount()];
  await messageMaker(await makeConversation(userId))();
  await requestArchive(userId);
  const call = api.as(userId);
  expect((await call(PATH)).status).toBe(404);
  const { id } = (await findArchive(AUTOCOMMIT, userId))!;
  await writeArchive({ archiveId: id });
  const whole = await call(PATH);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="chats-[\d-]{10}\.zip"/);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  const headers = { range: 'bytes=100-', 'if-range': whole.headers.get('etag')! };
  const rest = await call(PATH, { headers });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(bytes.subarray(100).equals(Buffer.from(await rest.arrayBuffer()))).toBe(true);
  // The archive has changed: the whole is sent.
  const changed = await call(PATH, { headers: { ...headers, 'if-range': '"another"' } });
  expect(changed.status).toBe(200);
  await changed.body?.cancel();
  expect((await api.as(other.userId)(PATH)).status).toBe(404);
  expect((await fetch(`${api.origin()}${PATH}`)).status).toBe(401);
});
