import { AppError } from '#app/contracts/errors.ts';
import type { GenerationState } from '#app/contracts/generation.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** What a reader of a reply needs to know of its run. */
export interface ReplyOwner {
  generationId: string;
  conversationId: string;
  replyMessageId: string;
  state: GenerationState;
}

/**
 * The run of a reply of this user.
 * @throws AppError not_found for an id that is unknown, malformed or somebody else's
 */
export async function findGeneration(
  tx: Tx,
  { userId, generationId }: { userId: string; generationId: string },
): Promise<ReplyOwner> {
  const row = isId(generationId)
    ? await selectRow<{ conversation_id: string; reply_message_id: string; state: GenerationState }>(
        tx,
        `SELECT conversation_id, reply_message_id, state FROM generations WHERE id = ? AND user_id = ? AND target = 'message'`,
        [generationId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'generationId' });
  return {
    generationId,
    conversationId: row.conversation_id,
    replyMessageId: row.reply_message_id,
    state: row.state,
  };
}
