import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { MAX_TITLE } from './rename-conversation.ts';

/** What a title may replace: first words replace only the default, a model's title replaces both. */
const REPLACES = { words: ['default'], model: ['default', 'words'] } as const;

/**
 * Sets a title that no person wrote. One made by hand stays.
 * @returns false when the conversation is gone or its title is not to be replaced.
 */
export async function setTitle(
  tx: Tx,
  { conversationId, title, source }: { conversationId: string; title: string; source: keyof typeof REPLACES },
): Promise<boolean> {
  const changed = await change(
    tx,
    'UPDATE conversations FORCE INDEX (PRIMARY) SET title = ?, title_source = ? WHERE id = ? AND title_source IN (?)',
    [title.slice(0, MAX_TITLE), source, conversationId, [...REPLACES[source]]],
  );
  return changed === 1;
}
