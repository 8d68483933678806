import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { signedIn } from '#tests/setup/signed-in.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';

useFileStore();

it('an upload of a gigabyte takes no memory of the web process', async () => {
  const web = await startWebProcess();
  onTestFinished(() => web.stop());
  const memory = async () =>
    Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${web.pid}/status`, 'utf8'))?.[1]);
  const { userId } = await createAccount();
  const before = await memory();
  async function* gigabyte() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    for (let sent = 0; sent < 1024; sent += 1) yield Buffer.alloc(1024 * 1024, 1);
  }
  const init = {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: gigabyte(),
    duplex: 'half',
  } as unknown as RequestInit;
  const answer = await signedIn(userId, web.origin)('/api/files', init);
  expect(answer.status).toBe(413);
  expect((await memory()) - before).toBeLessThan(100 * 1024);
  expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM files')).toEqual([]);
});
