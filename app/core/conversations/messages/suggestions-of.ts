import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { readSuggestions } from './suggestions.ts';

/** What the service of a reply suggests to ask next; nothing of what a person wrote. */
export async function suggestionsOf(tx: Tx, messageId: string): Promise<string[]> {
  const row = await selectRow<{ suggestions: string | null }>(
    tx,
    'SELECT suggestions FROM messages WHERE id = ?',
    [messageId],
  );
  return readSuggestions(row?.suggestions ?? null);
}
