import { expect, it } from 'vitest';
import { runImport, stopImports } from '#app/core/imports/run-import.ts';
import { findImport } from '#app/core/imports/stored-imports.ts';
import { storeUpload } from '#app/core/imports/uploads.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { chatgptConversation, chatgptNode } from '#tests/fixtures/exports-of-others.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { emptyTables } from '#tests/setup/database.ts';

useFileStore();

const MB = 1024 * 1024;

/** Chats of about 100 kB each. */
const CHATS = 5000;

async function* largeExport() {
  yield Buffer.from('[');
  for (let at = 0; at < CHATS; at += 1) {
    const nodes = Array.from({ length: 20 }, (_, index) =>
      chatgptNode(
        `n${index}`,
        index === 0 ? null : `n${index - 1}`,
        index % 2 === 0 ? 'user' : 'assistant',
        `${at} "wave"\n `.repeat(400),
        1_756_000_000 + index,
      ),
    );
    yield Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(chatgptConversation(`c${at}`, nodes))}`);
  }
  yield Buffer.from(']');
}

it('imports 500 MB within 300 MB of memory', async () => {
  await emptyTables();
  const { userId } = await createAccount();
  const importId = await storeUpload({ userId, name: 'conversations.json' }, largeExport());
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  await runImport({ importId });
  const state = async () => {
    peak = Math.max(peak, process.memoryUsage.rss());
    return (await findImport(AUTOCOMMIT, { userId, importId })).state;
  };
  await expect.poll(state, { interval: 50, timeout: 900_000 }).toBe('done');
  await stopImports();
  const { bytes, report } = await findImport(AUTOCOMMIT, { userId, importId });
  expect(bytes).toBeGreaterThan(500 * MB);
  expect(report.conversations.created).toBe(CHATS);
  expect((peak - before) / MB).toBeLessThan(300);
}, 1_000_000);
