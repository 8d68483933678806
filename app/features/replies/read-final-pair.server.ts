import { withMessageFields } from '#app/contracts/chat-fields.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { findPair } from '#app/core/conversations/messages/stored-messages.ts';
import { describeConversation } from '#app/core/targets/message/conversation.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { FinalPair } from './send-events.server.ts';

/**
 * A reply and the message that it answers, as they are stored now, with their conversation.
 * @throws AppError not_found when they were deleted meanwhile
 */
export async function readFinalPair(at: {
  userId: string;
  conversationId: string;
  replyMessageId: string;
}): Promise<FinalPair> {
  const { userId, conversationId, replyMessageId } = at;
  const [conversation, { prompt, reply }] = await Promise.all([
    findConversation(AUTOCOMMIT, { userId, conversationId }),
    findPair(AUTOCOMMIT, { userId, conversationId, replyMessageId }),
  ]);
  return {
    title: conversation.title,
    conversation: await describeConversation(AUTOCOMMIT, conversation, reply),
    requestMessage: withMessageFields(prompt, conversation.title),
    responseMessage: withMessageFields(reply, conversation.title),
  };
}
