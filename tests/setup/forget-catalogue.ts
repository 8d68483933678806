import { createUser } from '#app/core/accounts/user.ts';
import { storeImport } from '#app/core/catalogue/import/pending-import.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { signedIn } from './signed-in.ts';

const OPERATOR = {
  email: 'operator@forget-catalogue.test',
  name: 'Operator',
  username: null,
  passwordHash: null,
  role: 'ADMIN',
  locale: null,
  creditMicro: 0n,
} as const;

/**
 * Makes a web process drop its copy of the catalogue, which it would use for another second. An administrator
 * applies a price list whose changes are not those that were shown: the process drops the copy, and changes
 * nothing.
 */
export async function forgetCatalogue(origin: string): Promise<void> {
  const userId = await transaction((tx) => createUser(tx, OPERATOR));
  try {
    const importId = await storeImport(userId, {
      place: 'test',
      digest: 'of other changes',
      list: { listed: [], skipped: [] },
    });
    const answer = await signedIn(userId, origin)('/admin/catalogue.data', {
      method: 'POST',
      body: new URLSearchParams({ act: 'apply', importId }),
    });
    if (answer.status !== 409) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
  } finally {
    for (const table of ['sessions', 'accounts'])
      await change(AUTOCOMMIT, `DELETE FROM ${table} WHERE user_id = ?`, [userId]);
    await change(AUTOCOMMIT, 'DELETE FROM users WHERE id = ?', [userId]);
  }
}
