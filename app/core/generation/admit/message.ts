import { AppError } from '#app/contracts/errors.ts';
import type { AdmittedReply, ChatSend } from '#app/contracts/send.ts';
import { newMessages, viewMessages } from '#app/core/conversations/messages/message.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { planMessage } from '#app/core/generation/plan/message.ts';
import type { MessagePlan } from '#app/core/generation/plan/plan.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Admission } from './admission.ts';
import { admit } from './admit.ts';

interface AdmittedRow {
  conversation_id: string;
  prompt_message_id: string;
  reply_message_id: string;
  held_micro: string;
  max_output_tokens: number;
  cap_lowered: number;
  omitted_messages: number;
}

/**
 * Admits a send: stored, paid for, and enqueued when this returns. Sending the same message twice admits it
 * once.
 * @throws AppError token_balance with `needed` and `available` in micro-dollars, not_found, invalid_request
 *   with the field, model_not_found, price_unknown, context_length, conflict
 */
export async function admitMessage(send: ChatSend): Promise<AdmittedReply> {
  const plan = await planMessage(send);
  const admission = await admit(plan);
  const { generationId, repeated } = admission;
  const reply = asWritten(plan, admission) ?? (await readAdmitted(send.userId, generationId, repeated));
  if (!repeated) {
    void publishUserEvents(send.userId, [
      {
        type: 'reply-begun',
        generationId,
        conversationId: reply.conversationId,
        promptMessageId: reply.prompt.messageId,
        replyMessageId: reply.reply.messageId,
      },
    ]);
  }
  return reply;
}

/** Builds the reply from the rows just written, without reading them; null if they existed before. */
function asWritten({ append }: MessagePlan, { granted, storedAt }: Admission): AdmittedReply | null {
  const messages = storedAt && newMessages(append, storedAt);
  if (!granted || !messages) return null;
  const { id, heldMicro, maxOutputTokens, capLowered, omittedMessages } = granted;
  return {
    generationId: id,
    conversationId: append.conversation.id,
    ...messages,
    repeated: false,
    heldMicro: heldMicro.toString(),
    maxOutputTokens,
    capLowered,
    omittedMessages,
  };
}

async function readAdmitted(userId: string, generationId: string, repeated: boolean): Promise<AdmittedReply> {
  const row = await selectRow<AdmittedRow>(
    AUTOCOMMIT,
    `SELECT conversation_id, prompt_message_id, reply_message_id, held_micro, max_output_tokens, cap_lowered, omitted_messages
     FROM generations WHERE id = ? AND user_id = ?`,
    [generationId, userId],
  );
  if (!row) throw new AppError('not_found');
  const at = { userId, conversationId: row.conversation_id };
  const rows = await Promise.all([
    findMessage(AUTOCOMMIT, { ...at, messageId: row.prompt_message_id }),
    findMessage(AUTOCOMMIT, { ...at, messageId: row.reply_message_id }),
  ]);
  const [prompt, reply] = await viewMessages(AUTOCOMMIT, rows);
  return {
    generationId,
    conversationId: row.conversation_id,
    prompt: prompt!,
    reply: reply!,
    repeated,
    heldMicro: row.held_micro,
    maxOutputTokens: row.max_output_tokens,
    capLowered: row.cap_lowered === 1,
    omittedMessages: row.omitted_messages,
  };
}
