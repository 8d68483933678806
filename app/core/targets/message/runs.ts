import { AppError } from '#app/contracts/errors.ts';
import type { GenerationState } from '#app/contracts/generation.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A reply that is queued or running. */
export interface RunningReplyIds {
  generationId: string;
  conversationId: string;
  promptMessageId: string;
  replyMessageId: string;
  /** True for an image or a video, which its provider works on by itself and may not cancel. */
  isJob: boolean;
}

/** The facts of a run that a reader of its reply needs. */
interface ReplyOwner {
  generationId: string;
  conversationId: string;
  replyMessageId: string;
  state: GenerationState;
}

/** The replies of a user that are queued or running, oldest first. */
export async function findRunning(tx: Tx, userId: string): Promise<RunningReplyIds[]> {
  const rows = await selectRows<{
    id: string;
    conversation_id: string;
    prompt_message_id: string;
    reply_message_id: string;
    is_job: number;
  }>(
    tx,
    `SELECT id, conversation_id, prompt_message_id, reply_message_id, task IN ('image', 'video') AS is_job
     FROM generations
     WHERE user_id = ? AND live = 1 AND target = 'message' ORDER BY created_at, id`,
    [userId],
  );
  return rows.map((row) => ({
    generationId: row.id,
    conversationId: row.conversation_id,
    promptMessageId: row.prompt_message_id,
    replyMessageId: row.reply_message_id,
    isJob: row.is_job === 1,
  }));
}

/**
 * The run of a reply of this user.
 * @throws AppError not_found for an id that is unknown, malformed or another user's
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
