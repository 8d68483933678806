import type { ChatConversation } from '#app/contracts/chat.ts';
import { nameOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import type { Conversation } from '#db/models/conversations.ts';
import { readKeptOptions } from './conversation-options.ts';
import { toChatConversation } from './conversation-row.ts';

/** A conversation with what its messages are sent with, each option under its name of the specification. */
export function describeConversation(found: Conversation): ChatConversation {
  const facts = factsOf(found.endpoint);
  return {
    ...(facts && nameOptions(facts, found.model, readKeptOptions(found.options))),
    ...toChatConversation({
      id: found.id,
      user_id: found.userId,
      title: found.title,
      endpoint: found.endpoint,
      model: found.model,
      created_at: found.createdAt,
      updated_at: found.updatedAt,
    }),
  };
}
