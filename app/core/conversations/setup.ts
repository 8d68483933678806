import type { SendParameters } from '#app/contracts/send.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Autocommit } from '#db/transaction.ts';
import { readKeptOptions, writeKeptOptions } from './conversation-options.ts';
import { findConversation } from './find-conversation.ts';

interface Place {
  userId: string;
  /** null: the new conversation. */
  conversationId: string | null;
}

/** What a person's next new conversation begins with: the options that they set last. */
export async function readSetup(tx: Autocommit, userId: string): Promise<SendParameters> {
  const sql = 'SELECT options FROM chat_setups WHERE user_id = ?';
  const row = await selectRow<{ options: string | null }>(tx, sql, [userId]);
  return readKeptOptions(row?.options ?? null);
}

/**
 * Keeps what the next messages of a conversation are sent with; new conversations begin with it as well.
 * @throws AppError not_found for a conversation that is not the user's
 */
export async function keepOptions(
  tx: Autocommit,
  { userId, conversationId }: Place,
  parameters: SendParameters,
): Promise<void> {
  const options = writeKeptOptions(parameters);
  if (conversationId !== null) {
    await findConversation(tx, { userId, conversationId });
    await change(
      tx,
      'UPDATE conversations FORCE INDEX (PRIMARY) SET options = ? WHERE id = ? AND user_id = ?',
      [options, conversationId, userId],
    );
  }
  await change(
    tx,
    `INSERT INTO chat_setups (user_id, options, updated_at) VALUES (?, ?, NOW(3))
     ON DUPLICATE KEY UPDATE options = VALUES(options), updated_at = VALUES(updated_at)`,
    [userId, options],
  );
}
