import type { ChatConversation } from '#app/contracts/chat.ts';

/** What a list or an answer shows of a row of `conversations`. */
export interface ConversationRow {
  id: string;
  user_id: string;
  title: string;
  endpoint: string;
  model: string;
  created_at: Date;
  updated_at: Date;
}

/** A conversation as the API and the pages know it. */
export function toChatConversation(row: ConversationRow): ChatConversation {
  return {
    conversationId: row.id,
    title: row.title,
    endpoint: row.endpoint,
    model: row.model,
    user: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
