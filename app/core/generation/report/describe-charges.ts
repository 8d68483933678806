import type { ChargeSubject } from '#app/contracts/charge.ts';
import { readKeyNames } from '#app/core/api-keys/key-names.ts';
import { readTitles } from '#app/core/conversations/conversations.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Row {
  id: string;
  model: string;
  conversation_id: string | null;
  api_key_id: string | null;
}

/** What a user's charges were for, by the id of the generation; those whose record is gone are not in the answer. */
export async function describeCharges(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Record<string, ChargeSubject>> {
  if (ids.length === 0) return {};
  const rows = await selectRows<Row>(
    tx,
    'SELECT id, model, conversation_id, api_key_id FROM generations WHERE id IN (?) AND user_id = ?',
    [[...ids], userId],
  );
  const [titles, keys] = await Promise.all([
    readTitles(tx, { userId, ids: idsOf(rows, 'conversation_id') }),
    readKeyNames(tx, { userId, ids: idsOf(rows, 'api_key_id') }),
  ]);
  return Object.fromEntries(
    rows.map(({ id, model, conversation_id: conversationId, api_key_id: keyId }): [string, ChargeSubject] => {
      const title = titles.get(conversationId ?? '');
      const key = keys.get(keyId ?? '');
      const conversation = title === undefined ? null : { id: conversationId!, title };
      return [id, { generationId: id, model, conversation, key: key ? { id: keyId!, ...key } : null }];
    }),
  );
}

function idsOf(rows: readonly Row[], column: 'conversation_id' | 'api_key_id'): string[] {
  return [...new Set(rows.flatMap((row) => row[column] ?? []))];
}
