import type { MediaChoice } from '#app/contracts/media/choice.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/**
 * How the newest picture or video that a model was asked for in a conversation was to be; {} where nothing was chosen.
 * Whose it is the caller has checked.
 */
export async function lastChoice(
  tx: Tx,
  { conversationId, model }: { conversationId: string; model: string },
): Promise<MediaChoice> {
  const row = await selectRow<{ parameters: string | null }>(
    tx,
    `SELECT parameters FROM generations
     WHERE conversation_id = ? AND target = 'message' AND model = ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [conversationId, model],
  );
  const { media = {} } = JSON.parse(row?.parameters ?? '{}') as SendParameters;
  return media;
}
