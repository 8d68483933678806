import { files } from '#app/core/files/files.ts';
import { currentPrefix, sealAgain, type Resealed } from '#app/core/vault/vault.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { bindingOf, fileOf } from './request-file.ts';

/**
 * Seals the files again that open calls have their requests in and an older encryption key has sealed. A file that its
 * run lets go of meanwhile comes back without a run, and is pruned.
 */
export async function resealRequests(tx: Tx): Promise<Resealed> {
  const current = currentPrefix();
  const count: Resealed = { resealed: 0, failed: 0 };
  const store = await files();
  const rows = await selectRows<{ id: string; userId: string; request: string }>(
    tx,
    `SELECT id, user_id AS userId, request FROM generations
     WHERE state IN ('queued', 'running') AND request LIKE '{"file":%'`,
  );
  for (const { id, userId, request } of rows) {
    const name = fileOf(request);
    const sealed = name && (await store.get(name))?.toString();
    if (!name || !sealed || sealed.startsWith(current)) continue;
    const fresh = sealAgain(sealed, bindingOf({ id, userId }));
    if (fresh === null) count.failed += 1;
    else {
      await store.put(name, Buffer.from(fresh));
      count.resealed += 1;
    }
  }
  return count;
}
