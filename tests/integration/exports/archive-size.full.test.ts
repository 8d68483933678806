import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { findArchive, requestArchive } from '#app/core/exports/archive/archive.ts';
import { writeArchive } from '#app/core/exports/archive/write-archive.ts';
import { files } from '#app/core/files/files.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, makeLongBranch } from '#tests/fixtures/conversation.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';

useFileStore();

const MB = 1024 * 1024;
const PIECE = randomBytes(MB);
const FILES = 5;
const FILE_MB = 200;

async function* pieces() {
  for (let count = 0; count < FILE_MB; count += 1) yield PIECE;
}

it('writes an archive of 1 GB in flat memory', async () => {
  const { userId } = await createAccount();
  await makeLongBranch(await makeConversation(userId), 20_000);
  for (let count = 0; count < FILES; count += 1) {
    const objectName = `media/${newId()}`;
    await (await files()).put(objectName, pieces());
    await change(
      AUTOCOMMIT,
      `INSERT INTO files (id, user_id, source, kind, mime_type, name, bytes, width, height, sha256, object_name,
         thumbnail_bytes, created_at) VALUES (?, ?, 'upload', 'video', 'video/mp4', 'film.mp4', ?, 1, 1, ?, ?, 0, NOW(3))`,
      [newId(), userId, FILE_MB * MB, 'a'.repeat(64), objectName],
    );
  }
  await requestArchive(userId);
  const { id } = (await findArchive(AUTOCOMMIT, userId))!;
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  await writeArchive({ archiveId: id });
  clearInterval(timer);
  const archive = (await findArchive(AUTOCOMMIT, userId))!;
  console.log(`${(archive.bytes ?? 0) / MB} MB, at most ${(peak - before) / MB} MB more in memory`);
  expect(archive.state).toBe('ready');
  expect(archive.bytes).toBeGreaterThan(FILES * FILE_MB * MB);
  expect(peak - before).toBeLessThan(200 * MB);
}, 600_000);
