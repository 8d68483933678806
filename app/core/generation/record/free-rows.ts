import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Which of these rows no transaction has locked now. What a locked row says may be old: nobody, its own worker among them,
 * can write it meanwhile.
 */
export async function freeRows(generationIds: string[]): Promise<Set<string>> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    'SELECT id FROM generations WHERE id IN (?) FOR UPDATE SKIP LOCKED',
    [generationIds],
  );
  return new Set(rows.map(({ id }) => id));
}
